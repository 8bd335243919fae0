import type { BoardWidget, DashboardDocument } from '../../generated/definition.ts';
import { dashboardRegistry } from '../../runtime/core/definitions/dashboards.ts';
import { fillPreset } from '../../runtime/core/document/preset.ts';
import type { DemoStation } from './sites.ts';

interface GaugeVariable {
  deviceVar: [device: string, variable: string];
  maxScale?: number;
}

/** The scale of the demand ends at what the station may draw, which differs from site to site. */
function demand_scale(widget: BoardWidget, { site }: DemoStation): BoardWidget {
  const variables = widget.config.monitorVars as GaugeVariable[] | undefined;
  if (widget.type !== 'gauge' || !variables) return widget;
  const monitorVars = variables.map((one) =>
    one.deviceVar[1].endsWith('-demand') ? { ...one, maxScale: site.grid.demandLimit } : one,
  );
  return { ...widget, config: { ...widget.config, monitorVars } };
}

/** The board that a demo station starts with: the preset for storage sites. */
export function demoBoard(station: DemoStation): DashboardDocument {
  const document = fillPreset(dashboardRegistry.get('demo-site')!.document, station.site.sn);
  return { ...document, widgets: document.widgets.map((widget) => demand_scale(widget, station)) };
}
