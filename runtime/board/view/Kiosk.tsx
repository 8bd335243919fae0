import { useEffect, useRef } from 'react';
import { useWakeLock } from '../../kit/browser/useWakeLock.ts';
import { IDLE_MS, rotationDue, rotationNext } from '../address/kiosk.ts';
import { boardNamed, useBoards } from '../boards/boards.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { useBoardSession } from '../session/boardSession.ts';

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const NONE: readonly string[] = [];

/** Pointer and tools leave the picture when nobody moves; answers when somebody last touched the screen. */
function useTouch() {
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const { dataset } = document.documentElement;
    let timer: ReturnType<typeof setTimeout>;
    const rest = () => {
      dataset.idle = '';
    };
    const touch = (event: Event) => {
      // A pointer that merely passes shows the tools but does not hold the picture.
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

/** Turns the pages of a wall screen, each from its top, and keeps it awake. Draws nothing. */
export default function Kiosk() {
  useWakeLock();
  const touchedAt = useTouch();
  const { station, boardId, store, look } = useBoardSession();
  const { kiosk, rotate, board, tab, change } = look.view;
  const place = useRef<HTMLSpanElement>(null);
  // Without the list the screen stays where it is.
  const { boards } = useBoards(rotate === 'boards' ? station.sn : '');
  const tabs = useBoard(store, ({ history }) => history.document.tabs);
  const next =
    rotate === 'boards'
      ? rotationNext(boards?.map((one) => boardNamed(one.boardId)) ?? NONE, boardNamed(boardId))
      : rotationNext(tabs?.map(({ id }) => id) ?? NONE, tab ?? tabs?.[0]?.id ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another picture is shown
  useEffect(() => {
    place.current?.closest('.wd-page')?.scrollTo(0, 0);
  }, [board, tab]);
  useEffect(() => {
    if (kiosk === null || next === null || rotate === 'none' || look.paused) return;
    const shownAt = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = rotationDue(shownAt, touchedAt.current, kiosk) - Date.now();
      if (left > 0) timer = setTimeout(wait, left);
      else change(rotate === 'tabs' ? { tab: next } : { board: next, tab: null });
    };
    wait();
    return () => clearTimeout(timer);
  }, [kiosk, rotate, next, look.paused, change, touchedAt]);
  return <span ref={place} hidden />;
}
