import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { EMPTY_VALUE, formatMoment, formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import { Facts } from '../../../runtime/kit/parts/Facts.tsx';
import { useEntityFor } from '../../../runtime/kit/session/entityFor.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import type { ListRecord } from '../../../runtime/record/calls/useRecords.ts';
import { TransitionBar } from '../../../runtime/record/states/TransitionBar.tsx';
import '../../../widgets/camera/camera.css';
import { CameraView } from '../../../widgets/camera/CameraView.tsx';
import texts from '../texts.json';
import { type Robot, type RobotMission, useCamera, useCommands } from './useRobots.ts';

/** Shows the state of the robot, and its actions outside a mission. */
export function RobotState({ robot }: { robot: Robot }) {
  const t = useT(texts);
  const entity = useEntityFor(entityOf('robot'), 'read');
  const { state } = entity.schema.properties ?? {};
  const { battery, lastHeard } = robot;
  const facts = [
    {
      label: t('robot.battery'),
      value: typeof battery === 'number' ? formatQuantity(battery, '%', { decimals: 0 }) : EMPTY_VALUE,
    },
    { label: t('robot.heard'), value: lastHeard ? formatMoment(lastHeard, 'second') : EMPTY_VALUE },
  ];
  return (
    <section className="wd-card wd-robot-part" aria-label={robot.name}>
      <h2>{robot.name}</h2>
      <div>{state && <ShownValue field={state} value={robot.state} />}</div>
      <Facts facts={facts} />
      <TransitionBar entity={entity} record={robot as ListRecord} />
    </section>
  );
}

/** Shows the running mission with its transitions. */
export function MissionState({ mission }: { mission: RobotMission | null }) {
  const t = useT(texts);
  const entity = useEntityFor(entityOf('robotMission'), 'read');
  const { pausedFor } = entity.schema.properties ?? {};
  return (
    <section className="wd-card wd-robot-part" aria-label={t('robot.mission')}>
      <h2>{t('robot.mission')}</h2>
      {mission ? (
        <>
          <p>{mission.name}</p>
          <p role="status">{t('robot.readings', { read: mission.read ?? 0, all: mission.toRead ?? 0 })}</p>
          {mission.pausedFor && pausedFor && (
            <div>
              <ShownValue field={pausedFor} value={mission.pausedFor} />
            </div>
          )}
          <TransitionBar entity={entity} record={mission as ListRecord} />
        </>
      ) : (
        <p className="wd-quiet">{t('robot.noMission')}</p>
      )}
    </section>
  );
}

export function RobotCamera({ robot }: { robot: Robot }) {
  const t = useT(texts);
  const camera = useCamera(robot.stationSn, robot.ipcId);
  if (!camera) return null;
  return (
    <section className="wd-card wd-robot-part" aria-label={t('robot.camera')}>
      <h2>{t('robot.camera')}</h2>
      <figure className="wd-camera wd-robot-camera">
        <CameraView key={camera.id} camera={camera} fit="cover" />
      </figure>
    </section>
  );
}

/** Shows the last commands to the robot with their answers. */
export function RobotCommands({ robotId }: { robotId: number }) {
  const t = useT(texts);
  const lang = useLang();
  const can = useSession((session) => session.can);
  const commands = useCommands(robotId);
  const entity = entityOf('robotLog');
  const { command: commandField, state: stateField } = entity.schema.properties ?? {};
  if (!can('robotLog:list') || !commandField || !stateField) return null;
  return (
    <section className="wd-card wd-robot-part" aria-label={t('robot.commands')} lang={lang}>
      <h2>{t('robot.commands')}</h2>
      {commands.length === 0 && <p className="wd-quiet">{t('robot.noCommands')}</p>}
      <ul>
        {commands.map(({ id, command, state, requestedAt }) => (
          <li key={id}>
            <span className="wd-quiet">{formatMoment(requestedAt, 'second')}</span>
            <ShownValue field={commandField} value={command} />
            <ShownValue field={stateField} value={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
