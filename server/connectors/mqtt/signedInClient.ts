/** The interface of a connection for the rest of the listener, and its client. */
import type { IConnectPacket } from 'mqtt-packet';
import type { Code } from './packets/codes.ts';
import type { FlowBudgets } from './peers/connectionBudget.ts';
import type { Message } from './peers/peers.ts';

/** The data of a signed-in client, and the handlers of its messages. */
export interface Guest {
  /** False if it requests a token, and may do nothing else. */
  isDevice: boolean;
  /** Connections with the same key end each other. */
  key: string;
  /**
   * Returns the reason code of a message that need not be repeated. Rejects if it should be sent again, or no more is
   * allowed.
   */
  take(topic: string, payload: Buffer): Promise<Code>;
  /** Called when an announced packet is too large and is not read. */
  tooLarge(): void;
  opened(connection: Connection): void;
  closed(): void;
}

export interface Connection {
  hears(topic: string): boolean;
  send(message: Message): boolean;
  end(code: Code): void;
  /** Ends the connection if its time is over. `now` is in milliseconds, monotonic. */
  check(now: number): void;
}

export interface ConnectionParts {
  budgets: FlowBudgets;
  /** Resolves with a code if the client is refused. */
  signIn(packet: IConnectPacket): Promise<Guest | Code>;
  failed(error: Error): void;
}
