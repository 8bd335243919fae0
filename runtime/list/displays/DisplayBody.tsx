import type { ComponentType } from 'react';
import type { DisplayName } from '../../../generated/definition.ts';
import { later } from '../../kit/overlay/later.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import type { DisplayProps } from './displayProps.ts';
import './displays.css';

const late = (load: () => Promise<{ default: ComponentType<DisplayProps> }>) =>
  later<DisplayProps>(load, <PageSkeleton />);

// Loaded on demand, because few users choose these displays.
const DISPLAYS: Record<DisplayName, ComponentType<DisplayProps>> = {
  cards: late(() => import('./CardGrid.tsx')),
  gallery: late(() => import('./CardGrid.tsx')),
  kanban: late(() => import('./kanban/Kanban.tsx')),
  calendar: late(() => import('./calendar/Calendar.tsx')),
  timeline: late(() => import('./time/Timeline.tsx')),
  gantt: late(() => import('./time/Gantt.tsx')),
  map: late(() => import('./MapDisplay.tsx')),
  workbench: late(() => import('./Workbench.tsx')),
  compare: late(() => import('./compare/Compare.tsx')),
  feed: late(() => import('./feed/Feed.tsx')),
};

/** Shows the records in another display than a table. */
export function DisplayBody(props: DisplayProps) {
  if (props.loading) return <PageSkeleton />;
  const Display = DISPLAYS[props.display.as];
  return <Display {...props} />;
}
