import { Segmented } from 'antd';
import { useState } from 'react';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import { MissionState, RobotCamera, RobotCommands, RobotState } from './parts/RobotSide.tsx';
import { SitePlan } from './parts/SitePlan.tsx';
import { type Robot, useMission, usePoints, useRobots, useVerdicts } from './parts/useRobots.ts';
import './robots.css';
import texts from './texts.json';

/** R103: shows positions and states of the station's robots. Users can drive and pause them, or send them home. */
export default function RobotConsole() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section aria-label={t('robot.console')}>
      {station && <StationRobots key={station.sn} station={station} />}
    </section>
  );
}

function StationRobots({ station }: { station: Station }) {
  const t = useT(texts);
  const { data, isPending, isError, refetch } = useRobots(station.sn);
  const [chosen, setChosen] = useState<number | null>(null);
  const robots = data?.records ?? [];
  const robot = robots.find(({ id }) => id === chosen) ?? robots[0];
  return (
    <Panel
      icon="robot"
      pending={isPending}
      failed={isError && !data}
      onRetry={() => void refetch()}
      {...(robots.length === 0 && { empty: t('robot.none') })}
    >
      <div className="wd-robot">
        {robots.length > 1 && (
          <Segmented<number>
            className="wd-robot-choose"
            aria-label={t('robot.choose')}
            value={robot?.id ?? 0}
            options={robots.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
        )}
        {robot && <OneRobot key={robot.id} robot={robot} />}
      </div>
    </Panel>
  );
}

function OneRobot({ robot }: { robot: Robot }) {
  const missionId = robot.missionId ?? null;
  const points = usePoints(robot.id);
  const mission = useMission(missionId);
  const verdicts = useVerdicts(missionId);
  return (
    <>
      <SitePlan robot={robot} points={points} verdicts={verdicts} />
      <div className="wd-robot-side">
        <RobotState robot={robot} />
        <MissionState mission={mission} />
        <RobotCamera robot={robot} />
        <RobotCommands robotId={robot.id} />
      </div>
    </>
  );
}
