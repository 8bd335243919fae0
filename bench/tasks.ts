/**
 * Measures list and create of work orders as `crud` does of customers: a million of them, 1 and 16 clients, Directus in
 * turns in the same run. Ours also number a new work order and notify the person who handles it. Goals: multiples of
 * its throughput, and 95 of 100 lists within 30 ms.
 */
import { benchSubject } from './crud/benchSubject.ts';
import { workOrders } from './crud/subjects.ts';

await benchSubject(workOrders, { list: 5, 'list new': 5, create: 3.5 });
