/**
 * Types of the hand-written tables (migrations/*.sql), as the CamelCasePlugin shows them. Add each table of
 * yours in its own block and to `CoreTables`.
 */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DashboardDocument } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/lang.ts';
import type { AdminTables } from './adminTables.ts';
import type { DefaultInstant, Instant, Json, NullableInstant } from './columnTypes.ts';
import type { ControlState } from './jsonShapes.ts';

// 0001_platform
interface TenantTable {
  id: number;
  name: string;
  nameEn: string | null;
  createdAt: DefaultInstant;
  updatedAt: DefaultInstant;
}

interface UserAccountTable {
  id: Generated<number>;
  username: string;
  passwordHash: string;
  name: string;
  email: string | null;
  phone: string | null;
  lang: Generated<Lang>;
  theme: Generated<'default' | 'dark'>;
  defaultTenantId: number | null;
  active: Generated<boolean>;
  isAdmin: Generated<boolean>;
  createdAt: DefaultInstant;
  updatedAt: DefaultInstant;
  version: Generated<number>;
}

interface SessionTable {
  id: string;
  userId: number;
  tenantId: number;
  createdAt: DefaultInstant;
  lastSeenAt: DefaultInstant;
  expiresAt: Instant;
  revokedAt: NullableInstant;
  ip: string | null;
  userAgent: string | null;
}

interface AuditLogTable {
  tenantId: number;
  id: GeneratedAlways<number>;
  userId: number | null;
  at: DefaultInstant;
  entity: string;
  recordId: string;
  action: string;
  diff: ColumnType<unknown, string | undefined, string>;
}

interface FileTable {
  tenantId: number;
  id: GeneratedAlways<number>;
  key: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  createdBy: number | null;
  createdAt: DefaultInstant;
}

// 0002_identity
interface LoginThrottleTable {
  scope: string;
  key: string;
  count: number;
  until: Instant;
}

// 0135_signin_domain
interface SignInDomainTable {
  domain: string;
  tenantId: number;
}

interface CaptchaTable {
  id: string;
  cost: number;
  bits: number;
  expiresAt: Instant;
}

// 0020_board
interface SiteKanbanTable {
  tenantId: number;
  stationSn: string | null;
  boardId: number | null;
  document: Json<DashboardDocument>;
  version: number;
  note: string | null;
  updatedBy: number | null;
  updatedByName: string | null;
  updatedAt: DefaultInstant;
}

interface SiteKanbanVersionTable {
  tenantId: number;
  stationSn: string | null;
  boardId: number | null;
  version: number;
  document: Json<DashboardDocument>;
  note: string | null;
  savedBy: number | null;
  savedByName: string | null;
  savedAt: DefaultInstant;
}

interface BoardMarkTable {
  tenantId: number;
  userId: number;
  stationSn: string;
  boardId: number | null;
  favourite: Generated<boolean>;
  isDefault: Generated<boolean>;
}

interface BoardShareTable {
  tenantId: number;
  id: Generated<number>;
  stationSn: string;
  boardId: number | null;
  tokenHash: string;
  createdBy: number;
  createdByName: string;
  createdAt: DefaultInstant;
  expiresAt: Instant;
  revokedAt: NullableInstant;
  opens: Generated<number>;
  openedAt: NullableInstant;
}

interface ControlCommandTable {
  tenantId: number;
  id: GeneratedAlways<number>;
  stationSn: string;
  deviceSn: string;
  variableSn: string;
  value: Json<number | string | boolean>;
  state: ControlState;
  requestedBy: number | null;
  requestedByName: string | null;
  requestedAt: DefaultInstant;
  answeredAt: NullableInstant;
  answer: string | null;
}

// 0010_telemetry (points, latest and roll-ups are written and read with SQL of their own)
interface ImportRejectedTable {
  tenantId: number;
  jobId: number;
  no: number;
  line: number;
  columnName: string;
  reason: string;
  raw: string;
}

export interface CoreTables extends AdminTables {
  importRejected: ImportRejectedTable;
  siteKanban: SiteKanbanTable;
  siteKanbanVersion: SiteKanbanVersionTable;
  boardMark: BoardMarkTable;
  boardShare: BoardShareTable;
  controlCommand: ControlCommandTable;
  tenant: TenantTable;
  userAccount: UserAccountTable;
  session: SessionTable;
  auditLog: AuditLogTable;
  loginThrottle: LoginThrottleTable;
  captcha: CaptchaTable;
  signInDomain: SignInDomainTable;
  file: FileTable;
}
