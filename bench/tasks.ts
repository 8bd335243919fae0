/**
 * Measures list and create of work orders, as `crud` does for customers: a million records, 1 and 16 clients,
 * alternating with Directus in the same run. Ours also numbers a new work order and notifies its handler. Goals:
 * multiples of Directus' throughput, and 95 of 100 lists within 30 ms.
 */
import { benchSubject } from './crud/benchSubject.ts';
import { workOrders } from './crud/subjects.ts';

await benchSubject(workOrders, { list: 5, 'list new': 5, create: 3.5 });
