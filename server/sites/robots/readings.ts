/** Creates a record for each reading of a robot on a mission, from the points of its device. */
import { sql } from 'kysely';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { createRecord } from '../../engine/entities/write/write.ts';
import { platformStep } from '../../engine/time/platformStep.ts';
import { keepBytes } from '../../platform/files/keepBytes.ts';
import { takePicture } from '../cameras/capture.ts';
import { readSteered } from '../cameras/control.ts';
import type { Mission, Robot, RobotParts } from './robots.ts';

/** Maximum time in ms between a reading and its picture. A later picture would not show the reading. */
const PICTURE_WITHIN_MS = 60_000;
const MOST_READINGS = 1_000;

interface Point {
  number: number;
  name: string;
  kind: string;
  variableSn: string | null;
  lower: number | null;
  upper: number | null;
  assetId: number | null;
  inspectionItemId: number | null;
  /** True if the item always requires a picture. */
  itemPhoto: boolean | null;
  /** The limits of the item. Values outside the limits are abnormal. */
  itemLower: number | null;
  itemUpper: number | null;
}

/** Reads the mission's points without a reading, each with its inspection item. */
const readOpenPoints = ({ db }: RobotParts, { tenantId, id, robotId, inspectionId }: Mission) =>
  db.tenant(tenantId, async (trx) => {
    const { rows } = await sql<Point>`
      select p.number, p.name, p.kind, p.variable_sn, p.lower, p.upper, p.asset_id,
             item.id as inspection_item_id, item.photo as item_photo,
             item.lower as item_lower, item.upper as item_upper
        from robot_point p
        left join lateral (
          select i.id, i.photo, i.lower, i.upper from inspection_item i
            join inspection o on o.tenant_id = i.tenant_id and o.id = i.inspection_id
           where i.tenant_id = p.tenant_id and i.inspection_id = ${inspectionId} and i.name = p.item
             and o.state in ('todo', 'running', 'recheck')
           order by i.id limit 1) item on true
       where p.robot_id = ${robotId}
         and not exists (select 1 from robot_record k
                          where k.tenant_id = p.tenant_id and k.mission_id = ${id} and k.number = p.number)`.execute(
      trx,
    );
    return new Map(rows.map((point) => [point.number, point]));
  });

type Seen = readonly [ts: number, number: number];

/** Reads the points that the robot has reported since the start of the mission. */
async function readSeen(
  { telemetry }: RobotParts,
  { tenantId, sns }: Robot,
  { startedAt }: Mission,
  now: number,
): Promise<readonly Seen[]> {
  const variables = await telemetry.variables(tenantId, sns.point ? [sns.point] : []);
  if (variables.length === 0 || startedAt === null) return [];
  const [series] = await telemetry.measured({
    ...{ tenantId, variables, from: startedAt, to: now + PICTURE_WITHIN_MS, maxPoints: MOST_READINGS },
  });
  return series?.points ?? [];
}

/** Reads the value measured at that time. */
async function readValue(
  { telemetry }: RobotParts,
  tenantId: number,
  variableSn: string | null,
  ts: number,
): Promise<Values> {
  const variables = await telemetry.variables(tenantId, variableSn === null ? [] : [variableSn]);
  if (variables.length === 0) return {};
  const [series] = await telemetry.measured({ tenantId, variables, from: ts, to: ts + 1, maxPoints: 1 });
  const value = series?.points[0]?.[1];
  const { unit } = variables[0]!;
  return value === undefined ? {} : { value, ...(unit && { unit }) };
}

/** Takes a picture with the robot's camera. Empty if there is no camera or picture. */
async function takePhoto(parts: RobotParts, robot: Robot, mission: Mission, now: number): Promise<string[]> {
  const { tenantId, ipcId, zone } = robot;
  const userId = mission.createdBy ?? robot.keeper;
  if (ipcId === null || userId === null) return [];
  const { db, files, config } = parts;
  const { session } = platformStep(parts, tenantId, zone);
  try {
    const camera = await db.tenant(tenantId, (trx) => readSteered(trx, { session }, ipcId));
    const { bytes, name } = await takePicture(camera, { zone, origins: config.mediaOrigins, now });
    return [await keepBytes(files, { tenantId, userId }, { name, bytes, picture: true })];
  } catch (error) {
    parts.log.warn('a robot took no picture', { robot: robot.id, error });
    return [];
  }
}

const filled = (values: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Returns whether an item requires a picture: always, or because the value is missing or abnormal. */
function needsPicture(
  { itemPhoto, itemLower, itemUpper }: Pick<Point, 'itemPhoto' | 'itemLower' | 'itemUpper'>,
  value: unknown,
): boolean {
  if (itemPhoto === true || typeof value !== 'number') return true;
  return (itemLower !== null && value < itemLower) || (itemUpper !== null && value > itemUpper);
}

async function addReading(
  parts: RobotParts,
  { robot, mission, now }: { robot: Robot; mission: Mission; now: number },
  { inspectionItemId, itemPhoto, itemLower, itemUpper, ...point }: Point,
  ts: number,
): Promise<void> {
  const { tenantId } = robot;
  const measured = await readValue(parts, tenantId, point.variableSn, ts);
  const photos = now - ts < PICTURE_WITHIN_MS ? await takePhoto(parts, robot, mission, now) : [];
  const required = { itemPhoto, itemLower, itemUpper };
  const isFilled = photos.length > 0 || !needsPicture(required, measured.value);
  const tied = isFilled && inspectionItemId !== null ? { inspectionItemId } : {};
  await createRecord(platformStep(parts, tenantId, robot.zone), entityOf('robotRecord'), {
    ...filled(point),
    ...measured,
    ...tied,
    ...{ missionId: mission.id, robotId: robot.id, takenAt: new Date(ts).toISOString(), photos },
  });
}

/** Adds the new readings of an active mission. */
export async function followReadings(
  parts: RobotParts,
  robot: Robot,
  mission: Mission,
  now: number,
): Promise<void> {
  const seen = await readSeen(parts, robot, mission, now);
  if (seen.length === 0) return;
  const open = await readOpenPoints(parts, mission);
  for (const [ts, number] of seen) {
    const point = open.get(number);
    if (!point) continue;
    open.delete(number);
    await addReading(parts, { robot, mission, now }, point, ts);
  }
}
