/** The room in memory that the messages of one connection take, out of what all connections share. */

import { type Announced, CONNECT } from '../packets/frames.ts';
import type { Budget, Hold } from './byteBudget.ts';
import { READ_AHEAD } from './limits.ts';

export interface FlowBudgets {
  messages: Budget;
  signIns: Budget;
}

export interface Rooms {
  /** While anything waits for room, who has messages in memory sends no more. */
  isUsedUp(): boolean;
  /** `small`: it needs no room of its own; `waits`: `enter` is called when there is room. */
  ask(packet: Announced): 'small' | 'entered' | 'waits';
  /** A message has arrived completely. Returns the function that releases its room; further calls of it do nothing. */
  take(total: number): () => void;
  /** The room that was asked for is not needed (any more). */
  drop(): void;
  /** A packet that is being read has room that others wait for. */
  isCrowded(): boolean;
}

/** @param goOn is called whenever there is more room than before */
export function createRooms({ messages, signIns }: FlowBudgets, goOn: () => void): Rooms {
  /** Messages that were read and are not done with. */
  let inMemory = 0;
  /** For the packet that is being read. */
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
