/**
 * The displayed state of the device's outbox. The code that fills and sends the outbox is loaded when the
 * page is idle.
 */
import { create } from 'zustand';
import { isWaiting, type Message } from './message.ts';

interface Outbox {
  messages: readonly Message[];
  /** The id of the message being sent. */
  sending: string | null;
  /** Number of queued messages of other users on this device. */
  others: number;
}

export const useOutbox = create<Outbox>(() => ({ messages: [], sending: null, others: 0 }));

export const countWaiting = ({ messages }: Pick<Outbox, 'messages'>): number =>
  messages.filter(isWaiting).length;
