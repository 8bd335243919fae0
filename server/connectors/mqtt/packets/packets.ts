/**
 * Splits the data of a connection into packets. A packet is read when there is room for it, and passed on when it is
 * complete.
 */
import type { Packet } from 'mqtt-packet';
import type { Rooms } from '../peers/connectionBudget.ts';
import { MAX_CONNECT, MAX_PACKET } from '../peers/limits.ts';
import type { PeerActivity } from '../peers/peerActivity.ts';
import { CODE, MqttError } from './codes.ts';
import { type Announced, CONNECT, createFrames, PUBLISH } from './frames.ts';
import { createReader } from './wire.ts';

type Refusal = 'tooLarge' | 'malformed';

export interface PacketHandler {
  /** `leave` must be called when the message is completely processed. It releases the memory of the message. */
  packet(packet: Packet, leave: () => void): void;
  /** Called if the stream cannot be read further, or `packet` threw. */
  fail(error: unknown): void;
  tooLarge(): void;
  /** Returns whether the sender is signed in. Large messages are read only from such senders. */
  isAdmitted(): boolean;
}

export interface Packets {
  push(chunk: Buffer): void;
  /**
   * Returns `next` if a packet was passed on and more may follow. `rest` if a packet is incomplete, `room` if it waits
   * for memory.
   */
  step(): 'next' | 'rest' | 'room';
  /** Length in bytes of the packet that is partly received. */
  lengthBegun(): number;
}

/** Returns the reason to refuse an announced packet. Null if it is read. */
export function refuseAnnounced(next: Announced | 'malformed', isAdmitted: boolean): Refusal | null {
  if (next === 'malformed') return next;
  const { type, length } = next;
  if (length > (type === CONNECT ? MAX_CONNECT : MAX_PACKET)) return 'tooLarge';
  return isAdmitted || type === CONNECT ? null : 'malformed';
}

export function createPackets(rooms: Rooms, peer: PeerActivity, handler: PacketHandler): Packets {
  const frames = createFrames();
  const parse = createReader();

  function handOver(bytes: Buffer, { type, total }: Announced): 'next' {
    peer.whole();
    if (type !== PUBLISH) rooms.drop();
    const leave = type === PUBLISH ? rooms.take(total) : () => {};
    try {
      handler.packet(parse(bytes), leave);
    } catch (error) {
      leave();
      handler.fail(error);
    }
    return 'next';
  }

  /** Sets a time limit for the rest of a partly received packet. */
  function awaitRest(): 'rest' {
    if (frames.size() > 0) peer.began();
    return 'rest';
  }

  function readPacket(next: Announced): 'next' | 'rest' | 'room' {
    const room = rooms.ask(next);
    if (room === 'waits') return 'room';
    if (room === 'entered') frames.gather(next.total);
    const bytes = frames.take(next.total);
    return bytes ? handOver(bytes, next) : awaitRest();
  }

  return {
    push: frames.push,
    step() {
      const next = frames.announced();
      if (next === null) return awaitRest();
      const refusal = refuseAnnounced(next, handler.isAdmitted());
      if (next !== 'malformed' && refusal === null) return readPacket(next);
      if (refusal === 'tooLarge') handler.tooLarge();
      else handler.fail(new MqttError(CODE.malformed, 'what was sent cannot be read'));
      return 'rest';
    },
    lengthBegun() {
      const next = frames.announced();
      return next === null || next === 'malformed' ? 0 : next.length;
    },
  };
}
