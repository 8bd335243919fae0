import type { CSSProperties } from 'react';
import { fileAddress } from '../../../runtime/core/fileValue.ts';
import { formatNumber } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import type { Robot, RobotPoint } from './useRobots.ts';

const GRID_M = 10;
/** Length of the plan's longer side, in drawing units. */
const UNITS = 60;
const MARGIN = 2;
/** Arrow of a robot that heads upwards. */
const ARROW = 'M0,-1.8 L1.3,1.5 L0,0.8 L-1.3,1.5 Z';

function Ground({ robot: { plan, planWidth, planHeight } }: { robot: Robot }) {
  const address = plan ? fileAddress(plan) : null;
  if (address)
    return <image href={address} width={planWidth} height={planHeight} preserveAspectRatio="none" />;
  const lines = (length: number) =>
    Array.from({ length: Math.ceil(length / GRID_M) - 1 }, (_, at) => (at + 1) * GRID_M);
  return (
    <>
      <rect className="wd-robot-ground" width={planWidth} height={planHeight} />
      {lines(planWidth).map((x) => (
        <line key={`x${x}`} className="wd-robot-grid" x1={x} x2={x} y1={0} y2={planHeight} />
      ))}
      {lines(planHeight).map((y) => (
        <line key={`y${y}`} className="wd-robot-grid" x1={0} x2={planWidth} y1={y} y2={y} />
      ))}
    </>
  );
}

const metres = (value: number): string => formatNumber(value, { decimals: 1 });

/** Returns the robot's position as text, also for screen readers. */
function useWhere({ name, x, y }: Robot): string {
  const t = useT(texts);
  return typeof x === 'number' && typeof y === 'number'
    ? t('robot.at', { name, x: metres(x), y: metres(y) })
    : t('robot.nowhere', { name });
}

interface Props {
  robot: Robot;
  points: readonly RobotPoint[];
  /** The verdicts of the mission by point id. */
  verdicts: ReadonlyMap<number, string>;
}

/** Draws the robot and its points on the site plan, in metres. */
export function SitePlan({ robot, points, verdicts }: Props) {
  const t = useT(texts);
  const where = useWhere(robot);
  const { planWidth, planHeight, dockX, dockY, x, y, heading } = robot;
  const unit = Math.max(planWidth, planHeight) / UNITS;
  const margin = MARGIN * unit;
  const view = [-margin, -margin, planWidth + 2 * margin, planHeight + 2 * margin].join(' ');
  const route = points.map((point) => `${point.x},${point.y}`).join(' ');
  return (
    <figure className="wd-card wd-robot-plan" aria-label={t('robot.plan')}>
      <svg
        viewBox={view}
        role="img"
        aria-label={where}
        style={{ '--wd-robot-unit': `${unit}px` } as CSSProperties}
      >
        <Ground robot={robot} />
        <polyline className="wd-robot-route" points={route} />
        <rect
          className="wd-robot-dock"
          x={(dockX ?? 0) - unit}
          y={(dockY ?? 0) - unit}
          width={2 * unit}
          height={2 * unit}
        >
          <title>{t('robot.dock')}</title>
        </rect>
        {points.map((point) => (
          <g key={point.id}>
            <circle
              className="wd-robot-point"
              cx={point.x}
              cy={point.y}
              r={unit}
              data-verdict={verdicts.get(point.number)}
            >
              <title>{point.name}</title>
            </circle>
            <text className="wd-robot-label" x={point.x + 1.4 * unit} y={point.y + unit / 2}>
              {point.number}
            </text>
          </g>
        ))}
        {typeof x === 'number' && typeof y === 'number' && (
          <path
            className="wd-robot-self"
            d={ARROW}
            style={{ transform: `translate(${x}px, ${y}px) rotate(${heading ?? 0}deg) scale(${unit})` }}
          />
        )}
      </svg>
      <figcaption>{where}</figcaption>
    </figure>
  );
}
