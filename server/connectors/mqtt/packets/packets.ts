/** Splits the data of a connection into packets, each as soon as it is complete and has its room. */
import type { Packet } from 'mqtt-packet';
import type { Rooms } from '../peers/connectionBudget.ts';
import { MAX_CONNECT, MAX_PACKET } from '../peers/limits.ts';
import type { PeerActivity } from '../peers/peerActivity.ts';
import { CODE, MqttError } from './codes.ts';
import { type Announced, CONNECT, createFrames, PUBLISH } from './frames.ts';
import { createReader } from './wire.ts';

type Refusal = 'tooLarge' | 'malformed';

export interface PacketHandler {
  /** `leave` gives the room of a message back; to be called when it is done with. */
  packet(packet: Packet, leave: () => void): void;
  /** Called if the stream cannot be read further, or `packet` threw. */
  fail(error: unknown): void;
  tooLarge(): void;
  /** Returns whether the sender is known, so that large messages are read. */
  isAdmitted(): boolean;
}

export interface Packets {
  push(chunk: Buffer): void;
  /** `next`: a packet was handed over, there may be more; `rest`: more has to come; `room`: it has to wait for room. */
  step(): 'next' | 'rest' | 'room';
  /** Length of the packet that has begun, in bytes. */
  lengthBegun(): number;
}

/** Returns why an announced packet is not read. Null if it is read. */
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

  /** Gives a packet that has begun time for the rest. */
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
