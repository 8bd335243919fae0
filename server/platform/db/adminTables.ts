/** Types of the hand-written tables around the entities: records, states, lists, jobs, people, ways to sign in. */

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant, Json, NullableInstant } from './columnTypes.ts';
import type { Grant, PolicyStep } from './jsonShapes.ts';

// 0040_access
interface UserDepartmentTable {
  tenantId: number;
  userId: number;
  deptId: number;
}

// 0044_states
interface NoticeTable {
  tenantId: number;
  id: GeneratedAlways<number>;
  userId: number;
  kind: string;
  text: Json<{ zh: string; en: string }>;
  link: string | null;
  isRead: Generated<boolean>;
  createdAt: DefaultInstant;
}

interface ApprovalRequestTable {
  tenantId: number;
  id: GeneratedAlways<number>;
  entity: string;
  recordId: number;
  recordLabel: string;
  round: number;
  state: Generated<'pending' | 'agreed' | 'rejected' | 'canceled'>;
  initiatorId: number;
  submittedAt: DefaultInstant;
  endedAt: NullableInstant;
  version: Generated<number>;
}

interface ApprovalStepTable {
  tenantId: number;
  requestId: number;
  no: number;
  name: string;
  title: Json<{ zh: string; en: string }>;
  mode: 'all' | 'any';
  state: 'waiting' | 'active' | 'agreed' | 'rejected' | 'skipped' | 'canceled';
  hours: number | null;
  late: 'remind' | 'agree' | 'reject';
  startedAt: NullableInstant;
  dueAt: NullableInstant;
  remindedAt: NullableInstant;
  endedAt: NullableInstant;
}

interface ApprovalAssigneeTable {
  tenantId: number;
  requestId: number;
  no: number;
  userId: number;
  decision: 'agreed' | 'rejected' | 'delegated' | 'absent' | null;
  decidedAt: NullableInstant;
}

interface ApprovalCopyTable {
  tenantId: number;
  requestId: number;
  userId: number;
}

interface ApprovalActionTable {
  tenantId: number;
  id: GeneratedAlways<number>;
  requestId: number;
  no: number | null;
  at: DefaultInstant;
  userId: number | null;
  action: string;
  toUserId: number | null;
  fromUserId: number | null;
  comment: string | null;
}

// 0041_records
interface RecycleBinTable {
  tenantId: number;
  id: Generated<number>;
  entity: string;
  recordId: number;
  label: string;
  record: Json<Record<string, unknown>>;
  deletedBy: number | null;
  deletedAt: DefaultInstant;
}

interface RecycleRowTable {
  tenantId: number;
  binId: number;
  seq: GeneratedAlways<number>;
  entity: string;
  recordId: number | null;
  record: Json<Record<string, unknown>>;
}

interface RecordCommentTable {
  tenantId: number;
  id: Generated<number>;
  entity: string;
  recordId: number;
  body: string;
  createdBy: number;
  createdAt: DefaultInstant;
  editedAt: NullableInstant;
}

interface RecordAttachmentTable {
  tenantId: number;
  id: Generated<number>;
  entity: string;
  recordId: number;
  fileKey: string;
  createdBy: number;
  createdAt: DefaultInstant;
}

// 0051_file_use
interface FileUseTable {
  tenantId: number;
  fileKey: string;
  entity: string;
  recordId: number;
  field: string;
}

// 0043_jobs
interface JobTable {
  id: GeneratedAlways<number>;
  /** 0: of the platform. */
  tenantId: number;
  userId: number | null;
  subject: string | null;
  partOf: number | null;
  keepHours: Generated<number>;
  kind: string;
  title: Json<{ zh: string; en: string }>;
  status: 'running' | 'done' | 'failed' | 'cancelled';
  done: Generated<number>;
  total: number | null;
  result: ColumnType<unknown, string | null | undefined, string | null>;
  error: string | null;
  fileName: string | null;
  fileType: string | null;
  apiKey: string | null;
  grant: Json<Grant> | null;
  createdAt: DefaultInstant;
  heartAt: DefaultInstant;
  finishedAt: NullableInstant;
}

// 0106_upload_day
interface UploadDayTable {
  tenantId: number;
  userId: number;
  day: string;
  bytes: number;
}

// 0045_people
interface UserRoleTable {
  tenantId: number;
  userId: number;
  roleId: number;
}

// 0042_lists
interface ListViewTable {
  tenantId: number;
  id: GeneratedAlways<number>;
  page: string;
  name: string;
  scope: 'private' | 'role' | 'tenant';
  roleId: number | null;
  state: Json<Record<string, unknown>>;
  isDefault: Generated<boolean>;
  userId: number;
  createdAt: DefaultInstant;
  updatedAt: DefaultInstant;
  version: Generated<number>;
}

interface PreferenceTable {
  tenantId: number;
  userId: number;
  key: string;
  value: Json<Record<string, unknown>>;
  updatedAt: DefaultInstant;
}

// 0048_signin
interface UserTotpTable {
  userId: number;
  secret: string;
  confirmedAt: NullableInstant;
  lastStep: Generated<number>;
  createdAt: DefaultInstant;
}

interface RecoveryCodeTable {
  userId: number;
  codeHash: string;
}

interface ApiKeyTable {
  tenantId: number;
  id: GeneratedAlways<number>;
  userId: number;
  name: string;
  keyHash: string;
  hint: string;
  scopes: string[];
  createdAt: DefaultInstant;
  expiresAt: Instant;
  lastUsedAt: NullableInstant;
  revokedAt: NullableInstant;
}

interface OidcIdentityTable {
  issuer: string;
  subject: string;
  userId: number;
  createdAt: DefaultInstant;
}

// 0076_alarms, 0091_alarm_reminder_told
interface AlarmReminderTable {
  tenantId: number;
  alarmId: number;
  escalationId: number;
  raisedAt: DefaultInstant;
  told: Json<PolicyStep[]>;
  toldAt: NullableInstant;
  repeats: Generated<number>;
  policyVersion: number | null;
  dueAt: Instant;
}

export interface AdminTables {
  alarmReminder: AlarmReminderTable;
  userTotp: UserTotpTable;
  recoveryCode: RecoveryCodeTable;
  apiKey: ApiKeyTable;
  oidcIdentity: OidcIdentityTable;
  listView: ListViewTable;
  preference: PreferenceTable;
  userRole: UserRoleTable;
  job: JobTable;
  uploadDay: UploadDayTable;
  recycleBin: RecycleBinTable;
  recycleRow: RecycleRowTable;
  recordComment: RecordCommentTable;
  recordAttachment: RecordAttachmentTable;
  fileUse: FileUseTable;
  notice: NoticeTable;
  approvalRequest: ApprovalRequestTable;
  approvalStep: ApprovalStepTable;
  approvalAssignee: ApprovalAssigneeTable;
  approvalCopy: ApprovalCopyTable;
  approvalAction: ApprovalActionTable;
  userDepartment: UserDepartmentTable;
}
