import { Button } from 'antd';
import { memo } from 'react';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import { CODE } from '../../kit/api/errors.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { BoardMoment, ShownWidget } from '../live/useBoardData.ts';
import { useWidget } from '../live/useWidget.ts';
import { type LinkOption, linkAddress } from '../options/link.ts';
import { useGuest } from '../widget/guest.ts';
import {
  frameTitle,
  isRecorded,
  type ReadyWidget,
  type ResolvedWidget,
  widgetName,
} from '../widget/resolve.ts';
import { Age } from './Age.tsx';
import { useCardWords } from './useCardWords.ts';
import { WidgetBoundary } from './WidgetBoundary.tsx';
import { type FrameActions, WidgetFrame } from './WidgetFrame.tsx';
import { LackMark, WidgetBare } from './WidgetLack.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from './WidgetStates.tsx';
import { WidgetUnset } from './WidgetUnset.tsx';

/** The board's actions for a widget. The object stays the same, so that widgets do not render again. */
export interface WidgetHandlers {
  onConfigure(id: string): void;
  onDuplicate(id: string): void;
  onLock(id: string, locked: boolean): void;
  /** V017: the widget only requests its removal, with its id. */
  onRemove(id: string): void;
  /** Opens the data of the widget. */
  onData?(id: string): void;
  /** Fetches the code of a widget type again. */
  onReload(): void;
  /**
   * Opens the configuration of a widget with missing variables. Absent for users without the permission to change the
   * board.
   */
  onChoose?: ((id: string) => void) | undefined;
}

interface Props {
  shown: ShownWidget;
  moment: BoardMoment;
  editing: boolean;
  scheduler: Scheduler;
  handlers: WidgetHandlers;
}

function frameActions({ widget, resolved }: ShownWidget, handlers: WidgetHandlers): FrameActions {
  const { id } = widget;
  const onRemove = () => handlers.onRemove(id);
  if (widget.locked) return { onRemove, onUnlock: () => handlers.onLock(id, false) };
  const onLock = () => handlers.onLock(id, true);
  if (resolved.state !== 'ready') return { onRemove, onLock };
  return {
    onLock,
    onConfigure: () => handlers.onConfigure(id),
    onDuplicate: () => handlers.onDuplicate(id),
    onRemove,
  };
}

/** Returns the name of a widget for dialogs, announcements and assistive technology. */
export function useWidgetName() {
  const text = useText();
  const t = useT();
  return ({ widget, resolved }: ShownWidget): string => {
    const config = 'config' in resolved ? resolved.config : widget.config;
    const title = 'definition' in resolved ? text(resolved.definition.title) : t('board.widget.unknown');
    return widgetName(config) ?? title;
  };
}

function Stand({ resolved, type, onReload }: { resolved: ResolvedWidget; type: string; onReload(): void }) {
  const t = useT();
  if (resolved.state === 'loading') return <WidgetSkeleton />;
  if (resolved.state === 'failed')
    return <WidgetFailed retry={onReload} msg={t('board.widget.chunkFailed')} />;
  if (resolved.state === 'newer')
    return <WidgetEmpty text={t('board.widget.newer')} hint={t('board.widget.kept')} />;
  if (resolved.state === 'broken')
    return <WidgetEmpty text={t('board.widget.broken')} hint={t('board.widget.kept')} />;
  return <WidgetEmpty text={t('board.widget.unknownType', { type })} hint={t('board.widget.kept')} />;
}

interface LateProps {
  /** The time of the displayed figures. */
  at: number | null;
  retry(): void;
}

/** Shows that the figures are old because a refresh failed. */
function RefreshFailed({ at, retry }: LateProps) {
  const t = useT();
  return (
    <Button
      type="text"
      size="small"
      className="wd-widget-late"
      icon={<Icon name="warning" size={14} />}
      aria-label={t('board.widget.refreshFailed')}
      title={t('board.widget.refreshFailed')}
      onClick={retry}
    >
      {at !== null && <Age ts={at} reason={t('board.widget.refreshFailed')} />}
    </Button>
  );
}

interface ContentProps {
  id: string;
  resolved: ReadyWidget;
  /** The configuration with the displayed title. */
  config: Record<string, unknown>;
  time: string | undefined;
  moment: BoardMoment;
  editing: boolean;
  data: ReturnType<typeof useWidget>;
  /** Opens the configuration. Absent for users without the permission to change the board. */
  configure?: (() => void) | undefined;
  choose?: (() => void) | undefined;
  retry(): void;
}

/** Shows the widget itself, or the one reason why it cannot be shown. */
function Content(props: ContentProps) {
  const { id, resolved, config, time, moment, editing, data, configure, choose, retry } = props;
  const t = useT();
  const { module, definition, lack } = resolved;
  const { state, results, compared } = data;
  const { Component } = module;
  const lacks = module.lacks?.(config);
  if (!isRecorded(definition, moment)) return <WidgetEmpty text={t('board.widget.notRecorded')} />;
  if (state.refusal === CODE.notShared) return <WidgetEmpty text={t('shared.notPart')} />;
  if (state.refusal === CODE.forbidden) return <WidgetEmpty text={t('widget.noPermission')} />;
  // All chosen variables are missing on this station.
  if (lack?.bare) return <WidgetBare lack={lack} onChoose={choose} />;
  if (lacks) return <WidgetUnset lacks={lacks} onConfigure={configure} />;
  return (
    <Component
      id={id}
      config={config}
      context={{ ...moment, now: state.at ?? Date.now(), editing }}
      results={results}
      compared={compared}
      time={time}
      status={state.status}
      retry={retry}
      refresh={retry}
    />
  );
}

/** Draws a widget on the board: its frame, its state and its content. */
export const WidgetView = memo(function WidgetView({ shown, moment, editing, scheduler, handlers }: Props) {
  const { widget, resolved } = shown;
  const data = useWidget(scheduler, shown, moment);
  const { state, results } = data;
  const { config, time } = useCardWords(resolved, moment, results);
  const nameOf = useWidgetName();
  const guest = useGuest();
  const actions = editing ? frameActions(shown, handlers) : undefined;
  if (resolved.state !== 'ready') {
    const name = nameOf(shown);
    return (
      <WidgetFrame name={name} title={name} actions={actions}>
        <Stand resolved={resolved} type={widget.type} onReload={handlers.onReload} />
      </WidgetFrame>
    );
  }
  const { module, definition, lack } = resolved;
  const name = widgetName(config) ?? nameOf(shown);
  const isUnset = !lack?.bare && Boolean(module.lacks?.(config));
  const retry = () => void scheduler.refresh();
  const title = frameTitle(config, definition);
  const fields = definition.config.properties ?? {};
  // If the widget has its own name, the icon belongs to the figure, not to the frame.
  const hasOwnIcon = 'titleName' in fields && 'name' in fields;
  const icon = !hasOwnIcon && typeof config.icon === 'string' ? config.icon : undefined;
  const late = state.status === 'failed' && results.length > 0;
  const { onChoose } = handlers;
  const configure = onChoose && !widget.locked ? () => onChoose(widget.id) : undefined;
  // In edit mode the frame's content is not clickable. The pencil opens the configuration.
  const choose = editing ? undefined : configure;
  // If the widget has its own name instead of a title, the time is shown beside that name.
  const showsTime = hasOwnIcon && !title;
  const badge = lack && !lack.bare && <LackMark lack={lack} onChoose={choose} />;
  const { description, link } = config as { description?: string; link?: LinkOption };
  return (
    <WidgetFrame
      name={name}
      // A widget without content does not render its name, so the frame shows the name.
      title={isUnset ? (title ?? name) : title}
      icon={icon}
      time={showsTime ? undefined : time}
      actions={actions}
      description={description}
      to={editing || guest ? null : linkAddress(link)}
      onData={
        editing || results.length === 0 ? undefined : handlers.onData && (() => handlers.onData?.(widget.id))
      }
      badge={late ? <RefreshFailed at={state.at} retry={retry} /> : badge}
      isOpen={isUnset}
    >
      <WidgetBoundary resetKey={config} fallback={(reset) => <WidgetFailed retry={reset} />}>
        <Content
          id={widget.id}
          {...{ resolved, config, moment, editing, data, configure, choose, retry }}
          time={showsTime ? time : undefined}
        />
      </WidgetBoundary>
    </WidgetFrame>
  );
});
