import { useEffect, useRef } from 'react';
import { useWakeLock } from '../../kit/browser/useWakeLock.ts';
import { IDLE_MS, nextScreen, rotationDue, rotationNext } from '../address/kiosk.ts';
import { nameBoard, useBoards } from '../boards/boards.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { useBoardSession } from '../session/boardSession.ts';

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const NONE: readonly string[] = [];

/** Hides pointer and tools on an unused screen. Returns the time of the last touch. */
function useTouch() {
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const { dataset } = document.documentElement;
    let timer: ReturnType<typeof setTimeout>;
    const rest = () => {
      dataset.idle = '';
    };
    const touch = (event: Event) => {
      // A moving pointer shows the tools, but does not pause the rotation.
      if (event.type !== 'pointermove') touchedAt.current = Date.now();
      delete dataset.idle;
      clearTimeout(timer);
      timer = setTimeout(rest, IDLE_MS);
    };
    timer = setTimeout(rest, IDLE_MS);
    for (const name of TOUCHES) document.addEventListener(name, touch, { passive: true });
    return () => {
      clearTimeout(timer);
      delete dataset.idle;
      for (const name of TOUCHES) document.removeEventListener(name, touch);
    };
  }, []);
  return touchedAt;
}

/** Scrolls a long board by one screen. Returns false at the end. */
function scrollOn(page: Element | null | undefined): boolean {
  if (!page) return false;
  const from = page.getBoundingClientRect().top - page.scrollTop;
  const parts = [...page.querySelectorAll('[data-widget]')].map((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return { top: top - from, bottom: bottom - from };
  });
  const next = nextScreen(parts, page.scrollTop, page.clientHeight);
  page.scrollTo(0, next ?? 0);
  return next !== null;
}

/** Rotates the views of a wall screen, each from the top, and prevents the screen from sleeping. It renders nothing. */
export default function Kiosk() {
  useWakeLock();
  const touchedAt = useTouch();
  const { station, boardId, store, look } = useBoardSession();
  const { kiosk, rotate, board, tab, change } = look.view;
  const place = useRef<HTMLSpanElement>(null);
  // If the list of boards is missing, the screen stays on this board.
  const { boards } = useBoards(rotate === 'boards' ? station.sn : '');
  const tabs = useBoard(store, ({ history }) => history.document.tabs);
  const next =
    rotate === 'boards'
      ? rotationNext(boards?.map((board) => nameBoard(board.boardId)) ?? NONE, nameBoard(boardId))
      : rotationNext(tabs?.map(({ id }) => id) ?? NONE, tab ?? tabs?.[0]?.id ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each displayed picture
  useEffect(() => {
    place.current?.closest('.wd-page')?.scrollTo(0, 0);
  }, [board, tab]);
  useEffect(() => {
    if (kiosk === null || look.paused) return;
    let shownAt = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = rotationDue(shownAt, touchedAt.current, kiosk) - Date.now();
      timer = setTimeout(left > 0 ? wait : turn, Math.max(0, left));
    };
    const turn = () => {
      shownAt = Date.now();
      const isMore = scrollOn(place.current?.closest('.wd-page'));
      if (isMore || next === null || rotate === 'none') wait();
      else change(rotate === 'tabs' ? { tab: next } : { board: next, tab: null });
    };
    wait();
    return () => clearTimeout(timer);
  }, [kiosk, rotate, next, look.paused, change, touchedAt]);
  return <span ref={place} hidden />;
}
