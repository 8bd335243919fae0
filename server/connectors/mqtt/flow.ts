/**
 * Decides when the messages of a connection to the listener are read. Small messages are read at once. A large message
 * is read when there is room for all of it, in the order of announcement. Until then the server does not read it from
 * the socket. While the room is used up, senders with messages in memory are paused.
 */
import type { Socket } from 'node:net';
import { createPackets, type PacketHandler } from './packets/packets.ts';
import { createRooms, type FlowBudgets } from './peers/connectionBudget.ts';
import { MAX_UNREAD_BYTES } from './peers/limits.ts';
import { createPeerActivity } from './peers/peerActivity.ts';

export interface FlowHandler extends PacketHandler {
  /** Returns whether reading is paused. `goOn` is called when reading can continue. */
  isHeld(): boolean;
}

export interface Flow {
  goOn(): void;
  /** Stops reading permanently and releases all room. */
  stop(): void;
  /**
   * Returns the silence of the other side in milliseconds, without the time while reading was paused. `now` is
   * monotonic.
   */
  silence(now: number): number;
  /** Returns true if an incomplete packet arrives too slowly. */
  isStalled(now: number): boolean;
}

export function createFlow(budgets: FlowBudgets, socket: Socket, handler: FlowHandler): Flow {
  const rooms = createRooms(budgets, pump);
  const peer = createPeerActivity(socket);
  const packets = createPackets(rooms, peer, handler);
  let isPumping = false;
  let isStopped = false;

  const isBlocked = (): boolean =>
    handler.isHeld() || socket.writableLength > MAX_UNREAD_BYTES || rooms.isUsedUp();

  /** Returns true if it should be called again. */
  function step(): boolean {
    if (isStopped) return false;
    const done = isBlocked() ? 'room' : packets.step();
    if (done === 'room') socket.pause();
    return done === 'next';
  }

  function pump(): void {
    if (isPumping || isStopped) return;
    isPumping = true;
    try {
      peer.resume();
      while (step());
    } finally {
      isPumping = false;
    }
  }

  function read(chunk: Buffer): void {
    peer.heard();
    packets.push(chunk);
    pump();
  }

  socket.on('data', read);
  socket.on('drain', pump);
  return {
    goOn: pump,
    stop() {
      isStopped = true;
      rooms.drop();
      // Discards all further data. Reading continues only to detect the end of the stream.
      socket.off('data', read);
      socket.resume();
    },
    silence: peer.silence,
    isStalled: (now) => peer.isStalled({ length: packets.lengthBegun(), isCrowded: rooms.isCrowded() }, now),
  };
}
