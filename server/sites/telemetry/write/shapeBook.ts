/**
 * Caches shapes in this process, by device. The cache is only a hint, because the database decides which shapes exist.
 */
import { createHash } from 'node:crypto';
import type { ReadyPoint } from '../types.ts';

export interface Shape {
  id: number;
  /** Ascending. */
  variables: readonly number[];
}

/** Maximum number of shapes of a variable, because a reader must read every shape. */
export const MOST_SHAPES = 16;
/** Number of bytes of the largest exact integer in JavaScript. */
const BYTES = 6;

const shapeIdOf = (variables: readonly number[]): number =>
  createHash('sha256').update(variables.join()).digest().readUIntBE(0, BYTES);

export interface ShapeBook {
  find(points: readonly ReadyPoint[]): Shape | null;
  /** Proposes a shape for points. Null if their device has too many shapes. */
  propose(points: readonly ReadyPoint[]): Shape | null;
  /** Records a shape and whether the database accepted it. */
  note(points: readonly ReadyPoint[], shape: Shape, isAccepted: boolean): void;
  forget(points: readonly ReadyPoint[]): void;
}

function isOf({ variables }: Shape, points: readonly ReadyPoint[]): boolean {
  if (variables.length !== points.length) return false;
  for (let index = 0; index < points.length; index += 1)
    if (variables[index] !== points[index]!.variable.id) return false;
  return true;
}

export function createShapeBook(): ShapeBook {
  const tenants = new Map<number, Map<string, Shape[]>>();
  /** Devices whose variables have reached the maximum number of shapes. */
  const full = new Set<string>();
  const deviceKey = ({ variable: { tenantId, deviceSn } }: ReadyPoint): string => `${tenantId}/${deviceSn}`;

  function shapesOf({ variable: { tenantId, deviceSn } }: ReadyPoint): Shape[] {
    return tenants.get(tenantId)?.get(deviceSn) ?? [];
  }

  function setShapes({ variable: { tenantId, deviceSn } }: ReadyPoint, shapes: Shape[]): void {
    const devices = tenants.get(tenantId) ?? new Map<string, Shape[]>();
    tenants.set(tenantId, devices);
    devices.set(deviceSn, shapes);
  }

  return {
    find: (points) => shapesOf(points[0]!).find((shape) => isOf(shape, points)) ?? null,
    propose(points) {
      if (full.has(deviceKey(points[0]!))) return null;
      const variables = points.map(({ variable }) => variable.id);
      return { id: shapeIdOf(variables), variables };
    },
    note(points, shape, isAccepted) {
      const [first] = points as [ReadyPoint];
      if (isAccepted) setShapes(first, [shape, ...shapesOf(first)].slice(0, MOST_SHAPES));
      else full.add(deviceKey(first));
    },
    forget(points) {
      for (const point of points) setShapes(point, []);
    },
  };
}
