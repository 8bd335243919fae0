import { sized } from '../kit/size.ts';

export const ROWS = sized(Number(process.env.WATTDECK_BENCH_ROWS ?? 1_000_000), 2_000);
