/** Functions of devices besides sending values: attributes, commands, claims, and long polling over HTTP. */
import type { Service, Services } from '../../engine/context.ts';
import { type Attributes, createAttributes } from './attributes.ts';
import { createPolls, type Polls } from './polls.ts';

declare module '../../engine/context.ts' {
  interface Services {
    /** Attributes, commands and claims of devices. */
    devices: Devices;
  }
}

export interface Devices extends Service {
  attributes: Attributes;
  polls: Polls;
}

export function createDevices(parts: Pick<Services, 'db' | 'hub' | 'log' | 'telemetry'>): Devices {
  const attributes = createAttributes(parts);
  const polls = createPolls(parts, attributes);
  return {
    attributes,
    polls,
    async close() {
      polls.close();
    },
  };
}
