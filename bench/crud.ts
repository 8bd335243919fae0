/**
 * Measures list, create and update over HTTP with 1 and 16 clients. A list has filter, sort, count, and a page of 20
 * of a million rows. Directus runs on the same PostgreSQL with the same table and rows. Both alternate in one run.
 * Lists are measured with repeated queries, and with queries that are always new. Among the new queries there are
 * writes, so that no count can be cached. Goals: a multiple of Directus' throughput, and 95 of 100 lists of either
 * kind within 30 ms.
 */
import { benchSubject } from './crud/benchSubject.ts';
import { customers } from './crud/subjects.ts';

await benchSubject(customers, { list: 3, 'list new': 3, create: 3, update: 3 });
