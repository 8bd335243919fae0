/**
 * What is read of one connection to our listener, and when. A large message is read when there is room for all of it,
 * in the order in which they were announced; until then it stays with its sender. Small ones are read at once, but who
 * has some that wait sends no more of them while the room is used up.
 */
import type { Socket } from 'node:net';
import type { Budget, Hold } from './budget.ts';
import { type Announced, createFrames } from './frames.ts';

/** What is read ahead of a sender while its messages wait for room; what is larger asks for room. */
export const READ_AHEAD = 16 * 1024;
export const MAX_PACKET = 1024 * 1024;
/** A sign-in is never so long. */
const MAX_CONNECT = 64 * 1024;
/** Who does not read our answers is not read either. */
const MAX_UNREAD = 64 * 1024;
/** A packet that has begun is whole after this and the time that its length takes at the slowest rate. */
const WHOLE_MS = 60_000;
const SLOWEST_BYTES_A_MS = 1;
const CONNECT = 1;
const PUBLISH = 3;

export interface FlowHandler {
  /** `leave` gives the room of a message back; to be called when it is done with. */
  packet(bytes: Buffer, leave: () => void): void;
  /** The stream cannot be read on. */
  malformed(): void;
  tooLarge(): void;
  /** Nothing more is to be read now; `goOn` is called when that has changed. */
  isHeld(): boolean;
  /** Who it is is known: large messages are read. */
  isAdmitted(): boolean;
}

export interface Flow {
  goOn(): void;
  /** Stops reading for good and gives all room back. */
  stop(): void;
  /** How long the other side has been silent while we listened; times in milliseconds, monotonic. */
  silence(now: number): number;
  /** A packet has begun and does not come to its end. */
  isStalled(now: number): boolean;
}

export interface FlowBudgets {
  messages: Budget;
  signIns: Budget;
}

export function createFlow(budgets: FlowBudgets, socket: Socket, handler: FlowHandler): Flow {
  const frames = createFrames();
  /** Messages that were read and wait. */
  let waiting = 0;
  /** Room for the packet that is being read. */
  let room: Hold | null = null;
  let begunAt: number | null = null;
  let heardAt = performance.now();
  let pumping = false;
  let stopped = false;

  const isHeld = (): boolean =>
    handler.isHeld() ||
    socket.writableLength > MAX_UNREAD ||
    // While anything waits for room, its sender waits too.
    (waiting > 0 && budgets.messages.isFull() && room?.entered() !== true);

  function takeRoom(): Hold | null {
    const hold = room;
    room = null;
    return hold;
  }

  function handOver(bytes: Buffer, { type, total }: Announced): void {
    begunAt = null;
    const hold = takeRoom();
    if (type !== PUBLISH) {
      hold?.leave();
      handler.packet(bytes, () => {});
      return;
    }
    const held = hold ?? budgets.messages.take(total);
    waiting += 1;
    let left = false;
    handler.packet(bytes, () => {
      if (left) return;
      left = true;
      waiting -= 1;
      held.leave();
      pump();
    });
  }

  /** False: the packet has to wait for room. */
  function enter({ type, length, total }: Announced): boolean {
    if (length <= READ_AHEAD) return true;
    room ??= (type === CONNECT ? budgets.signIns : budgets.messages).ask(total, pump);
    if (!room.entered()) return false;
    frames.gather(total);
    return true;
  }

  /** True: there may be more to do. */
  function step(): boolean {
    const next = frames.announced();
    if (next === null) {
      if (frames.size() > 0) begunAt ??= performance.now();
      return false;
    }
    if (next === 'malformed') {
      handler.malformed();
      return false;
    }
    if (next.length > (next.type === CONNECT ? MAX_CONNECT : MAX_PACKET)) {
      handler.tooLarge();
      return false;
    }
    if (!handler.isAdmitted() && next.type !== CONNECT) {
      handler.malformed();
      return false;
    }
    if (!enter(next)) {
      socket.pause();
      return false;
    }
    const bytes = frames.take(next.total);
    if (bytes) handOver(bytes, next);
    else begunAt ??= performance.now();
    return bytes !== null;
  }

  /** The time in which nothing was read is not the sender's. */
  function resume(): void {
    if (!socket.isPaused()) return;
    heardAt = performance.now();
    if (begunAt !== null) begunAt = heardAt;
    socket.resume();
  }

  function pump(): void {
    if (pumping || stopped) return;
    pumping = true;
    try {
      resume();
      do {
        if (stopped) break;
        if (isHeld()) {
          socket.pause();
          break;
        }
      } while (step());
    } finally {
      pumping = false;
    }
  }

  function read(chunk: Buffer): void {
    heardAt = performance.now();
    frames.push(chunk);
    pump();
  }

  socket.on('data', read);
  socket.on('drain', pump);

  return {
    goOn: pump,
    stop() {
      stopped = true;
      takeRoom()?.leave();
      // What still comes is thrown away, so that the end of it is heard.
      socket.off('data', read);
      socket.resume();
    },
    silence: (now) => (socket.isPaused() ? 0 : now - heardAt),
    isStalled(now) {
      if (begunAt === null || socket.isPaused()) return false;
      const next = frames.announced();
      const length = next === null || next === 'malformed' ? 0 : next.length;
      // Who has got room that others wait for fills it soon.
      const patience = room !== null && budgets.messages.isFull() ? 0 : length / SLOWEST_BYTES_A_MS;
      return now - begunAt > WHOLE_MS + patience;
    },
  };
}
