/** The connection as the rest of the listener sees it, and the guest who signs in over it. */
import type { IConnectPacket } from 'mqtt-packet';
import type { Code } from './packets/codes.ts';
import type { FlowBudgets } from './peers/connectionBudget.ts';
import type { Message } from './peers/peers.ts';

/** The facts about a client that has signed in, and the ways that its messages take. */
export interface Guest {
  /** False: it asks for a token, and may do nothing else. */
  isDevice: boolean;
  /** Its connections with the same key end each other. */
  key: string;
  /** Answers the reason code of what needs no repeating; rejects when it should be sent again, or nothing more may be. */
  take(topic: string, payload: Buffer): Promise<Code>;
  /** A packet was cut off at its announcement. */
  tooLarge(): void;
  opened(connection: Connection): void;
  closed(): void;
}

export interface Connection {
  hears(topic: string): boolean;
  send(message: Message): boolean;
  end(code: Code): void;
  /** Ends it where its time is over; `now` in milliseconds, monotonic. */
  check(now: number): void;
}

export interface ConnectionParts {
  budgets: FlowBudgets;
  /** A code instead: it is refused. */
  signIn(packet: IConnectPacket): Promise<Guest | Code>;
  failed(error: Error): void;
}
