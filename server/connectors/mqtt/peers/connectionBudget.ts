/** The memory that the messages of one connection use, out of the total of all connections. */

import { type Announced, CONNECT } from '../packets/frames.ts';
import type { Budget, Hold } from './byteBudget.ts';
import { READ_AHEAD } from './limits.ts';

export interface FlowBudgets {
  messages: Budget;
  signIns: Budget;
}

export interface Rooms {
  /** While anything waits for room, senders with messages in memory are paused. */
  isUsedUp(): boolean;
  /** `small`: it needs no room of its own; `waits`: `enter` is called when there is room. */
  ask(packet: Announced): 'small' | 'entered' | 'waits';
  /**
   * A message has arrived completely. Returns the function that releases its room, of which further calls have no
   * effect.
   */
  take(total: number): () => void;
  /** Releases reserved room that is not needed. */
  drop(): void;
  /** Returns whether a packet that is being read uses room that others wait for. */
  isCrowded(): boolean;
}

/** @param goOn is called whenever there is more room than before */
export function createRooms({ messages, signIns }: FlowBudgets, goOn: () => void): Rooms {
  /** The number of messages that were read and are not finished. */
  let inMemory = 0;
  /** Room for the packet that is being read. */
  let requestedHold: Hold | null = null;

  function takeAsked(): Hold | null {
    const hold = requestedHold;
    requestedHold = null;
    return hold;
  }

  return {
    isUsedUp: () => inMemory > 0 && messages.isFull() && requestedHold?.entered() !== true,
    ask({ type, length, total }) {
      if (length <= READ_AHEAD) return 'small';
      requestedHold ??= (type === CONNECT ? signIns : messages).ask(total, goOn);
      return requestedHold.entered() ? 'entered' : 'waits';
    },
    take(total) {
      const hold = takeAsked() ?? messages.take(total);
      let isLeft = false;
      inMemory += 1;
      return () => {
        if (isLeft) return;
        isLeft = true;
        inMemory -= 1;
        hold.leave();
        goOn();
      };
    },
    drop: () => takeAsked()?.leave(),
    isCrowded: () => requestedHold !== null && messages.isFull(),
  };
}
