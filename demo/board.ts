import { sql } from 'kysely';
import type { BoardWidget, DashboardDocument } from '../generated/definition.ts';
import { resolvePreset, type StationVariable } from '../runtime/core/access/presetRoles.ts';
import { dashboardRegistry } from '../runtime/core/definitions/dashboards.ts';
import { fillPreset } from '../runtime/core/document/preset.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { ScopedTrx, Trx } from '../server/platform/db/index.ts';
import { trxAny } from '../server/platform/db/tables/anyTable.ts';
import type { DemoStation } from './sites/sites.ts';

/** Boards beside the station's own: one for each field of work, in this order. */
const TRADES = ['storage', 'photovoltaic', 'metering'] as const;
/** Boards without a station: all stations, sales, receivables. */
const TENANT_BOARDS = ['fleet', 'sales', 'receivables'] as const;
const FOLDER = { zh: '专题', en: 'Topics' };

interface GaugeVariable {
  deviceVar: [device: string, variable: string];
  maxScale?: number;
}

/** Sets the end of the demand scale to the contracted power of the site. */
function demandScale(widget: BoardWidget, { site }: DemoStation): BoardWidget {
  const variables = widget.config.monitorVars as GaugeVariable[] | undefined;
  if (widget.type !== 'gauge' || !variables) return widget;
  const monitorVars = variables.map((variable) =>
    variable.deviceVar[1].endsWith('-demand') ? { ...variable, maxScale: site.grid.demandLimit } : variable,
  );
  return { ...widget, config: { ...widget.config, monitorVars } };
}

/** Returns the board that a demo station starts with: the preset for sites with storage and photovoltaic. */
export function ownBoard(station: DemoStation): DashboardDocument {
  const document = fillPreset(dashboardRegistry.get('demo-site')!.document, station.site.sn);
  return { ...document, widgets: document.widgets.map((widget) => demandScale(widget, station)) };
}

/** The place of a board document: a station's own board, or a board with a record. */
type Place = { stationSn: string } | { boardId: number };

async function seedDocument(
  trx: ScopedTrx,
  tenantId: number,
  place: Place,
  board: DashboardDocument,
): Promise<void> {
  const [sn, id] = 'boardId' in place ? [null, place.boardId] : [place.stationSn, null];
  const document = JSON.stringify(board);
  for (const table of ['site_kanban', 'site_kanban_version'])
    await sql`insert into ${sql.table(table)} (tenant_id, station_sn, board_id, document, version)
      values (${tenantId}, ${sn}, ${id}, ${document}::jsonb, 1)`.execute(trx);
}

/** Creates a board that all users of the tenant find in the list. */
async function seedRecord(
  trx: Trx,
  tenantId: number,
  values: { name: string; stationSn: string | null; folder: string | null },
  document: DashboardDocument,
): Promise<void> {
  const { id } = await trxAny(trx)
    .insertInto('board')
    .values({ tenantId, visibility: 'tenant', ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  await seedDocument(trx, tenantId, { boardId: Number(id) }, document);
}

/** Creates the boards of one demo station: its own, and one for each field of work, with the station's variables. */
export async function seedBoards(
  trx: Trx,
  station: DemoStation,
  variables: readonly StationVariable[],
  lang: SourceLang,
): Promise<void> {
  const { tenantId, site } = station;
  await seedDocument(trx, tenantId, { stationSn: site.sn }, ownBoard(station));
  const demoSns = new Set(variables.map(({ sn }) => sn));
  for (const trade of TRADES) {
    const { title, document } = dashboardRegistry.get(trade)!;
    const filled = fillPreset(resolvePreset(document, variables), site.sn, demoSns);
    await seedRecord(trx, tenantId, { name: title[lang], stationSn: site.sn, folder: FOLDER[lang] }, filled);
  }
}

/** Creates the board of a mobile unit from the preset for mobile units, with the unit's variables. */
export async function seedUnitBoard(
  trx: ScopedTrx,
  { tenantId, stationSn }: { tenantId: number; stationSn: string },
  variables: readonly StationVariable[],
): Promise<void> {
  const { document } = dashboardRegistry.get('mobile-unit')!;
  await seedDocument(trx, tenantId, { stationSn }, fillPreset(resolvePreset(document, variables), stationSn));
}

/** Creates the boards without a station, once for each tenant of the demo. */
export async function seedTenantBoards(trx: Trx, tenantId: number, lang: SourceLang): Promise<void> {
  for (const name of TENANT_BOARDS) {
    const { title, document } = dashboardRegistry.get(name)!;
    await seedRecord(trx, tenantId, { name: title[lang], stationSn: null, folder: null }, document);
  }
}
