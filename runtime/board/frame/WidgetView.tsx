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
import { frameTitle, isRecorded, type ResolvedWidget, widgetName } from '../widget/resolve.ts';
import { useCardWords } from './useCardWords.ts';
import { WidgetBoundary } from './WidgetBoundary.tsx';
import { type FrameActions, WidgetFrame } from './WidgetFrame.tsx';
import { LackMark, WidgetBare } from './WidgetLack.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from './WidgetStates.tsx';

/** What the board does on behalf of a widget; the object stays the same, so that widgets rest. */
export interface WidgetHandlers {
  onConfigure(id: string): void;
  onDuplicate(id: string): void;
  onLock(id: string, locked: boolean): void;
  /** V017: the widget only asks, with its id. */
  onRemove(id: string): void;
  /** Opens what is behind the picture. */
  onData?(id: string): void;
  /** Fetches the program of a widget type again. */
  onReload(): void;
  /** Opens the configuration of a widget whose variables are not here; absent for those who may not change it. */
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

/** The name of a widget for dialogs, announcements and assistive technology. */
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

function RefreshFailed({ retry }: { retry(): void }) {
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
    />
  );
}

/** One widget on the board: frame, state and content. */
export const WidgetView = memo(function WidgetView({ shown, moment, editing, scheduler, handlers }: Props) {
  const { widget, resolved } = shown;
  const { state, results, compared } = useWidget(scheduler, shown, moment);
  const { config, time } = useCardWords(resolved, moment, results);
  const nameOf = useWidgetName();
  const guest = useGuest();
  const t = useT();
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
  const { Component } = module;
  const retry = () => void scheduler.refresh();
  const title = frameTitle(config, definition);
  const fields = definition.config.properties ?? {};
  // Beside a name of its own the icon is the figure's, not the frame's.
  const hasOwnIcon = 'titleName' in fields && 'name' in fields;
  const icon = !hasOwnIcon && typeof config.icon === 'string' ? config.icon : undefined;
  const late = state.status === 'failed' && results.length > 0;
  const { onChoose } = handlers;
  // While one builds, the pencil does it: what is in the frame cannot be pressed then.
  const choose = onChoose && !editing && !widget.locked ? () => onChoose(widget.id) : undefined;
  // A figure with a name of its own says the time beside it.
  const saysTime = hasOwnIcon && !title;
  const badge = lack && !lack.bare && <LackMark lack={lack} onChoose={choose} />;
  const { description, link } = config as { description?: string; link?: LinkOption };
  return (
    <WidgetFrame
      name={name}
      title={title}
      icon={icon}
      time={saysTime ? undefined : time}
      actions={actions}
      description={description}
      to={editing || guest ? null : linkAddress(link)}
      onData={
        editing || results.length === 0 ? undefined : handlers.onData && (() => handlers.onData?.(widget.id))
      }
      badge={late ? <RefreshFailed retry={retry} /> : badge}
    >
      <WidgetBoundary resetKey={config} fallback={(reset) => <WidgetFailed retry={reset} />}>
        {!isRecorded(definition, moment) ? (
          <WidgetEmpty text={t('board.widget.notRecorded')} />
        ) : state.refusal === CODE.notShared ? (
          <WidgetEmpty text={t('shared.notPart')} />
        ) : lack?.bare ? (
          <WidgetBare lack={lack} onChoose={choose} />
        ) : (
          <Component
            id={widget.id}
            config={config}
            context={{ ...moment, now: state.at ?? Date.now(), editing }}
            results={results}
            compared={compared}
            time={saysTime ? time : undefined}
            status={state.status}
            retry={retry}
            refresh={retry}
          />
        )}
      </WidgetBoundary>
    </WidgetFrame>
  );
});
