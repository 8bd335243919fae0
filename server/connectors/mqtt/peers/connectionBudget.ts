/** Limits the memory for the messages of one connection, as part of the total of all connections. */

import { type Announced, CONNECT } from '../packets/frames.ts';
import type { Budget, Reservation } from './byteBudget.ts';
import { READ_AHEAD } from './limits.ts';

export interface FlowBudgets {
  messages: Budget;
  signIns: Budget;
}

export interface Rooms {
  /** True while any connection waits for room. Senders with messages in memory are then paused. */
  isUsedUp(): boolean;
  /** Returns `small` if the packet needs no reservation. After `waits`, `enter` is called when there is room. */
  ask(packet: Announced): 'small' | 'entered' | 'waits';
  /** Called when a message has arrived completely. Returns a function that releases its room once. */
  take(total: number): () => void;
  /** Releases a reservation that is no longer needed. */
  drop(): void;
  /** Returns whether the packet being read occupies room for which other connections wait. */
  isCrowded(): boolean;
}

/** `goOn` is called whenever room becomes free. */
export function createRooms({ messages, signIns }: FlowBudgets, goOn: () => void): Rooms {
  /** The number of messages that were read and are not processed yet. */
  let inMemory = 0;
  /** Room for the packet that is being read. */
  let requested: Reservation | null = null;

  function claimRequested(): Reservation | null {
    const reservation = requested;
    requested = null;
    return reservation;
  }

  return {
    isUsedUp: () => inMemory > 0 && messages.isFull() && requested?.entered() !== true,
    ask({ type, length, total }) {
      if (length <= READ_AHEAD) return 'small';
      requested ??= (type === CONNECT ? signIns : messages).ask(total, goOn);
      return requested.entered() ? 'entered' : 'waits';
    },
    take(total) {
      const reservation = claimRequested() ?? messages.take(total);
      let isLeft = false;
      inMemory += 1;
      return () => {
        if (isLeft) return;
        isLeft = true;
        inMemory -= 1;
        reservation.leave();
        goOn();
      };
    },
    drop: () => claimRequested()?.leave(),
    isCrowded: () => requested !== null && messages.isFull(),
  };
}
