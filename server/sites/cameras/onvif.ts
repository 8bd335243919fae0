/** Controls cameras by ONVIF. Each command has a short timeout and is sent only to the configured host. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import onvif, { type Cam } from 'onvif';
import { AppError } from '../../platform/errors/errors.ts';
import type { OnvifPlace } from '../../platform/onvifSetting.ts';
import { LONGEST_MOVE_MS, type Move } from './ptz.ts';

export type OnvifCommand =
  | { do: 'start'; move: Move }
  | { do: 'stop' | 'home' }
  | { do: 'preset' | 'goto'; no: number };

const TIMEOUT_MS = 5_000;
/** Maximum size of a camera's response. No valid response is longer. */
const MAX_BYTES = 1024 * 1024;
const LOOK_MS = 50;

type Velocity = Record<'x' | 'y' | 'zoom', number>;
const STILL: Velocity = { x: 0, y: 0, zoom: 0 };
/** Share of the maximum speed, slow enough for people to follow. */
const SPEED = 0.5;

/** Returns null if the move has no direction. */
export function velocityOf(move: Move): Velocity | null {
  if (move.startsWith('focus')) return null;
  if (move === 'zoomIn' || move === 'zoomOut') return { ...STILL, zoom: move === 'zoomIn' ? SPEED : -SPEED };
  const isTo = (side: string) => Number(move.toLowerCase().includes(side));
  return { ...STILL, x: (isTo('right') - isTo('left')) * SPEED, y: (isTo('up') - isTo('down')) * SPEED };
}

/** The name under which a camera stores a preset of the platform. */
const presetName = (no: number): string => `Wattdeck ${no}`;

type Done<T> = (error: Error | null, data?: T) => void;
const answerOf = <T>(send: (done: Done<T>) => void): Promise<T | undefined> =>
  new Promise((resolve, reject) => send((error, data) => (error ? reject(error) : resolve(data))));

/** Returns the camera's token of a preset of the platform, or undefined. */
async function findPreset(cam: Cam, no: number): Promise<string | undefined> {
  const presets = await answerOf<Record<string, { $?: { token?: string } }>>((done) => cam.getPresets(done));
  return presets?.[presetName(no)]?.$?.token;
}

async function carryOut(cam: Cam, command: OnvifCommand): Promise<void> {
  switch (command.do) {
    case 'start': {
      const velocity = velocityOf(command.move);
      if (!velocity) throw new AppError('camera.notOffered');
      // The camera stops the movement after this time. It therefore stops even after a lost connection.
      const options = { ...velocity, timeout: LONGEST_MOVE_MS };
      await answerOf((done) => cam.continuousMove(options, done));
      return;
    }
    case 'stop':
      await answerOf((done) => cam.stop({ panTilt: true, zoom: true }, done));
      return;
    case 'home':
      await answerOf((done) => cam.gotoHomePosition({}, done));
      return;
    case 'preset': {
      const presetToken = await findPreset(cam, command.no);
      const options = {
        presetName: presetName(command.no),
        ...(presetToken !== undefined && { presetToken }),
      };
      await answerOf((done) => cam.setPreset(options, done));
      return;
    }
    case 'goto': {
      const preset = await findPreset(cam, command.no);
      if (preset === undefined) throw new AppError('camera.noPreset', {}, { field: '/value' });
      await answerOf((done) => cam.gotoPreset({ preset }, done));
    }
  }
}

/** Closes the connections of an agent that receive too much data or exceed the timeout. */
function watchAgent(agent: HttpAgent, tooLate: () => void): { end(): void } {
  const guard = setInterval(() => {
    const sockets = Object.values(agent.sockets).flatMap((list) => list ?? []);
    for (const socket of sockets) if (socket.bytesRead > MAX_BYTES) socket.destroy(new Error('too long'));
  }, LOOK_MS);
  const deadline = setTimeout(tooLate, TIMEOUT_MS);
  return {
    end() {
      clearInterval(guard);
      clearTimeout(deadline);
      agent.destroy();
    },
  };
}

/** Resolves when the camera has accepted the command. */
export async function steerOnvif(place: OnvifPlace, command: OnvifCommand): Promise<void> {
  const { hostname, port, path, isSecure, username, password } = place;
  const agent = isSecure ? new HttpsAgent() : new HttpAgent();
  let end = (): void => {};
  try {
    const late = new Promise<never>((_, reject) => {
      ({ end } = watchAgent(agent, () => reject(new Error('no answer in time'))));
    });
    const cam = new onvif.Cam({
      ...{ hostname, port, path, username, password, agent, useSecure: isSecure },
      // The configured host is used, whatever address the camera reports.
      ...{ autoconnect: false, preserveAddress: true, timeout: TIMEOUT_MS },
    });
    const work = answerOf((done) => cam.connect(done)).then(() => {
      if (!cam.uri?.ptz || !cam.activeSource?.profileToken) throw new AppError('camera.notOffered');
      return carryOut(cam, command);
    });
    await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('camera.noAnswer', {}, { cause: error });
  } finally {
    end();
  }
}
