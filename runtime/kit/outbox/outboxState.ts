/** The device's outbox as the screens show it. The program that fills and sends it loads when the page is idle. */
import { create } from 'zustand';
import { isWaiting, type Message } from './message.ts';

interface Outbox {
  messages: readonly Message[];
  /** The id of the message that is being sent. */
  sending: string | null;
  /** Number of messages of other users that wait on this device. */
  others: number;
}

export const useOutbox = create<Outbox>(() => ({ messages: [], sending: null, others: 0 }));

export const countWaiting = ({ messages }: Pick<Outbox, 'messages'>): number =>
  messages.filter(isWaiting).length;
