/** The interface of a connection for the rest of the listener, and the client that signed in over it. */
import type { IConnectPacket } from 'mqtt-packet';
import type { Code } from './packets/codes.ts';
import type { FlowBudgets } from './peers/connectionBudget.ts';
import type { Message } from './peers/peers.ts';

/** The data of a signed-in client, and the handlers of its messages. */
export interface Guest {
  /** False for a client that may only request a token. */
  isDevice: boolean;
  /** A new connection ends an older one with the same key. */
  key: string;
  /**
   * Returns the reason code for a message that the sender need not repeat. Rejects if it should be repeated, or if no
   * further message is allowed.
   */
  take(topic: string, payload: Buffer): Promise<Code>;
  /** Called when an announced packet is refused because of its size. */
  tooLarge(): void;
  opened(connection: Connection): void;
  closed(): void;
}

export interface Connection {
  hears(topic: string): boolean;
  send(message: Message): boolean;
  end(code: Code): void;
  /** Ends the connection if a time limit has expired. `now` is in milliseconds, monotonic. */
  check(now: number): void;
}

export interface ConnectionParts {
  budgets: FlowBudgets;
  /** Resolves with a code if the client is refused. */
  signIn(packet: IConnectPacket): Promise<Guest | Code>;
  failed(error: Error): void;
}
