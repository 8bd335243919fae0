/**
 * Copies, cuts and pastes through the browser's clipboard. Over plain HTTP the browser has no clipboard, and copying
 * works only within this page.
 */
import { useEffect } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { type Clip, clipText, readClip, renameClip } from '../../core/document/clipboard.ts';
import { pasteWidgets } from '../../core/document/edit.ts';
import { DOCUMENT_VERSION } from '../../core/document/migrate.ts';
import { layoutOn } from '../../core/document/tabs.ts';
import { call } from '../../kit/api/client.ts';
import { notify } from '../../kit/api/notices.ts';
import { isWriting } from '../../kit/browser/isWriting.ts';
import { translate } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import type { BoardSession } from '../session/boardSession.ts';
import { newId } from '../session/newId.ts';
import { chosenWidgets } from './selectedWidgets.ts';

const PasteDialog = later(() => import('./PasteDialog.tsx'));

let inPage = '';

/**
 * The station name in copied widgets of a board that suits any station. Their variables belong to the station
 * where the board was built, even if another one is open.
 */
const ANY_STATION = '*';

function textOf({ store, station }: BoardSession, ids: readonly string[]): string | null {
  const { history, saved } = store.getState();
  const text = clipText(history.document, ids, saved.anyStation ? ANY_STATION : station.sn);
  if (text) inPage = text;
  return text;
}

function announce(
  { actions, say, moment: { lang } }: BoardSession,
  ids: readonly string[],
  cut: boolean,
): void {
  const name = actions.naming(ids);
  if (cut) actions.remove(ids, 'board.step.cut');
  else say(translate(lang, 'board.say.copied', { name }));
}

/** Copies widgets by a button or the palette. */
export async function copyWidgets(session: BoardSession, cut = false): Promise<void> {
  const ids = chosenWidgets(session);
  const text = textOf(session, ids);
  if (!text) return;
  // If the clipboard is refused or absent, the page still keeps the text.
  await navigator.clipboard?.writeText(text).catch(() => {});
  announce(session, ids, cut);
}

type Text = Parameters<typeof translate>[1];

function paste(session: BoardSession, text: string): void {
  const { actions, station, say } = session;
  const { lang } = session.moment;
  const clip = readClip(text);
  if (typeof clip === 'string') {
    const problem = translate(lang, `board.paste.${clip}` satisfies Text);
    say(problem);
    notify({ kind: 'warning', text: { text: problem } });
    return;
  }
  if (actions.full(clip.widgets.length)) return;
  const scopes = ['', session.store.getState().saved.anyStation ? ANY_STATION : station.sn];
  if (scopes.includes(clip.stationSn)) place(session, clip);
  else void pasteFromSite(session, clip);
}

/** Pastes the widgets as one undo step, selects them and scrolls to them. */
function place({ actions, store, say, tab, moment: { lang } }: BoardSession, clip: Clip): number {
  const { widgets, places, texts, standIns } = renameClip(clip, newId);
  const ids = widgets.map(({ id }) => id);
  store.getState().startEditing();
  store.getState().edit('board.step.paste', pasteWidgets(widgets, places, tab, texts, standIns));
  say(translate(lang, 'board.say.pasted', { name: actions.naming(ids) }));
  actions.show(ids);
  return ids.length;
}

/**
 * Pastes widgets of another station, with the variables of this one. The user chooses stand-ins for ambiguous
 * variables.
 */
async function pasteFromSite(session: BoardSession, clip: Clip): Promise<void> {
  const { station, open, moment } = session;
  const document: DashboardDocument = {
    version: DOCUMENT_VERSION,
    widgets: clip.widgets,
    layouts: { lg: clip.places },
  };
  const put = (matched: DashboardDocument) =>
    place(session, { ...clip, widgets: matched.widgets, standIns: [] });
  const show = (key: Text, count: number) =>
    notify({ kind: 'info', text: { text: translate(moment.lang, key, { count }) } });
  try {
    const body = { stationSn: station.sn, document };
    const match = await call('boardMatch', { body }, { quiet: true });
    if (match.missing.length + match.removed.length > 0) {
      open((close) => <PasteDialog stationSn={station.sn} match={match} onPaste={put} onClose={close} />);
      return;
    }
    put(match.document as DashboardDocument);
    if (match.matched.length > 0) show('board.paste.matched', match.matched.length);
  } catch {
    // If the server does not answer, the widgets are pasted unchanged.
    show('board.paste.otherSite', place(session, clip));
  }
}

/** Pastes by a button or the palette. The browser may ask for permission. */
export async function pasteFromClipboard(session: BoardSession): Promise<void> {
  const text = await navigator.clipboard?.readText?.().catch(() => null);
  paste(session, text && readClip(text) !== 'none' ? text : inPage);
}

/** Selects all widgets of the open tab. */
export function selectAll({ store, tab, say, moment: { lang } }: BoardSession): void {
  const ids = layoutOn(store.getState().history.document, tab).map(({ i }) => i);
  store.getState().select(ids);
  say(translate(lang, 'board.say.selected', { count: ids.length }));
}

const DIALOG = '[role="dialog"]';

/** Handles the copy and paste keys with the browser's clipboard events, which need no permission. */
export function useClipboardKeys(session: BoardSession, covered: boolean): void {
  useEffect(() => {
    if (covered) return;
    const belongsElsewhere = (event: ClipboardEvent) =>
      event.defaultPrevented ||
      isWriting(event.target) ||
      (event.target as Element | null)?.closest?.(DIALOG) != null;
    const onCopy = (event: ClipboardEvent) => {
      const marked = (getSelection()?.toString() ?? '') !== '';
      if (belongsElsewhere(event) || marked) return;
      const ids = chosenWidgets(session);
      const text = textOf(session, ids);
      if (!text) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
      announce(session, ids, event.type === 'cut');
    };
    const onPaste = (event: ClipboardEvent) => {
      if (belongsElsewhere(event)) return;
      event.preventDefault();
      const text = event.clipboardData?.getData('text/plain') ?? '';
      paste(session, text === '' ? inPage : text);
    };
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [session, covered]);
}
