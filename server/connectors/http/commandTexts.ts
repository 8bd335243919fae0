/** Texts of the commands in both languages. */

const COMMON_ZH = `
  --station SN       站点；默认取映射中的站点
  --mapping FILE     各列的含义；默认取 FOLDER/mapping.json、自带的映射，或自动识别
  --tenant N         在该租户中操作；默认是用户自己的租户
  --lang zh|en       提示信息和新建名称的语言；默认随终端
  --url URL          服务器；默认取 WATTDECK_URL，或本机的 WATTDECK_PORT（8080）
  --user, --password 默认取 WATTDECK_USER 和 WATTDECK_PASSWORD，或本机服务器留在数据目录
                     （WATTDECK_DATA_DIR，./data）中的凭据`;
const COMMON_EN = `
  --station SN       the station; by default the one of the mapping
  --mapping FILE     what the columns are; by default FOLDER/mapping.json, a mapping that we bring along, or found out
  --tenant N         work in this tenant; by default the user's own
  --lang zh|en       language of what is said and of the names that are made; by default the terminal's
  --url URL          the server; by default WATTDECK_URL, or this machine and WATTDECK_PORT (8080)
  --user, --password by default WATTDECK_USER and WATTDECK_PASSWORD, or what a server on this machine
                     leaves in its data folder (WATTDECK_DATA_DIR, ./data)`;

const COMMON = {
  badLang: { zh: '--lang 只能是 zh 或 en，不能是 {value}', en: '--lang must be zh or en, not {value}' },
  badArguments: { zh: '参数有误：{reason}', en: '{reason}' },
  noCredentials: {
    zh: '请给出 --user 和 --password（本机没有数据目录为 {folder} 的服务器）',
    en: 'give --user and --password (no server on this machine has its data in {folder})',
  },
  badTenant: { zh: '--tenant 必须是数字，不能是 {value}', en: '--tenant must be a number, not {value}' },
  unreachable: {
    zh: '无法连接服务器 {url}（{reason}）',
    en: 'the server at {url} cannot be reached ({reason})',
  },
  badMapping: { zh: '映射 {path} 无效：{reason}', en: 'the mapping {path} is not valid: {reason}' },
  unreadableMapping: {
    zh: '无法读取映射 {path}（{code}）',
    en: 'the mapping {path} cannot be read ({code})',
  },
  noTarget: { zh: '文件或文件夹 {target} 不存在', en: 'there is no file or folder {target}' },
  noCsv: { zh: '{target} 中没有 CSV 文件', en: 'there is no CSV file in {target}' },
  noneKnown: {
    zh: '映射未列出 {target} 中的任何文件',
    en: 'the mapping lists none of the files in {target}',
  },
  noColumns: { zh: '除时间外没有数据列', en: 'there is no data column besides the times' },
  notMapped: { zh: '{name}：不在映射中，跳过', en: '{name}: not in the mapping, skipped' },
  notUnderstood: { zh: '{name}：{reason}', en: '{name}: {reason}' },
  noStationGiven: {
    zh: '请给出 --station SN：映射中没有站点',
    en: 'give --station SN: the mapping names no station',
  },
  noStation: { zh: '站点 {sn} 不存在', en: 'there is no station {sn}' },
  noPreset: { zh: '预置看板 {preset} 不存在', en: 'there is no preset {preset}' },
  otherStation: {
    zh: '设备 {sn} 属于站点 {other}，不属于 {station}',
    en: 'the device {sn} belongs to the station {other}, not to {station}',
  },
  noToken: {
    zh: '该用户看不到设备的访问令牌（权限 device:update）',
    en: 'this user cannot see the access tokens of devices (permission device:update)',
  },
} as const;

const IMPORT = {
  importHelp: {
    zh: `npm run import -- FILE|FOLDER [选项]
  --dry-run          只检查文件
  --rejected FILE    把被拒绝的内容写成 CSV（文件、行、列、原因）
  --set KEY=VALUE    指定文件的读法，键与映射文件中的键相同，可多次给出，
                     例如 --set stamp=end --set seriesColumns=Register --set repeats=last
  --kind KIND        电能列是累计读数（counter）还是区间量（interval）${COMMON_ZH}
Ctrl-C 取消；已写入的保留，再次导入不会改变已有数据。文件夹中一个文件有问题不影响其他文件。
退出状态：0 全部写入，1 命令失败，2 没有写入任何内容，3 部分被拒绝，4 需要决定读法。`,
    en: `npm run import -- FILE|FOLDER [options]
  --dry-run          only check the files
  --rejected FILE    write the rejected values to FILE as CSV (file, line, column, reason)
  --set KEY=VALUE    set how the files are read, with the keys of a mapping file; repeatable,
                     as in --set stamp=end --set seriesColumns=Register --set repeats=last
  --kind KIND        energy columns contain readings (counter) or amounts (interval)${COMMON_EN}
Ctrl-C cancels. Stored values remain, and a second import does not change them. In a folder, a file with problems
does not block the other files.
Exit status: 0 all stored, 1 the command failed, 2 nothing stored, 3 some rejected, 4 a decision is needed.`,
  },
  importProgress: {
    zh: '{name}：{share} % · {points} 个值 · {empty} 个空 · {repeated} 个重复 · {rejected} 个被拒绝',
    en: '{name}: {share} % · {points} values · {empty} empty · {repeated} repeated · {rejected} rejected',
  },
  importState_done: { zh: '完成', en: 'done' },
  importState_partly: { zh: '部分被拒绝', en: 'some rejected' },
  importState_nothing: { zh: '没有写入任何内容', en: 'nothing stored' },
  importState_undecided: { zh: '需要决定读法', en: 'a decision is needed' },
  importState_failed: { zh: '失败', en: 'failed' },
  importState_cancelled: { zh: '已取消', en: 'cancelled' },
  importState_interrupted: { zh: '已中断', en: 'interrupted' },
  importFailed: { zh: '{name}：未导入：{reason}', en: '{name}: not imported: {reason}' },
  importRejected: { zh: '{count} 条被拒绝的内容已写入 {file}', en: '{count} rejected values in {file}' },
  importStored: {
    zh: '{points} 个值已写入站点 {station}',
    en: '{points} values are stored in station {station}',
  },
  importWould: { zh: '{points} 个值将被写入（仅检查）', en: '{points} values would be stored (dry run)' },
  importWouldMake: {
    zh: '站点 {station} 尚不存在：导入时会按映射新建',
    en: 'the station {station} does not exist: the import creates it from the mapping',
  },
  badSetting: { zh: '--set 应为 KEY=VALUE，不能是 {value}', en: '--set takes KEY=VALUE, not {value}' },
  badSettings: { zh: '--set 有误：{reason}', en: '--set is not valid: {reason}' },
  badKind: {
    zh: '--kind 只能是 counter、interval 或 gauge，不能是 {value}',
    en: '--kind must be counter, interval or gauge, not {value}',
  },
  importUndecided: {
    zh: '{total} 个文件中有 {undecided} 个需要决定读法',
    en: '{undecided} of {total} files need a decision',
  },
  importNothing: { zh: '没有写入任何内容', en: 'nothing was stored' },
  importPartly: { zh: '{rejected} 个值被拒绝', en: '{rejected} values were rejected' },
  importOfFiles: {
    zh: '{total} 个文件中有 {failed} 个未导入',
    en: '{failed} of {total} files were not imported',
  },
} as const;

const REPLAY = {
  replayHelp: {
    zh: `npm run replay -- FOLDER [选项]
  --speed N          播放速度：每秒播放多少秒的历史数据（60）
  --live SPAN        末尾多长的数据按该速度播放：2d、12h、30min 或 all（2d）；
                     更早的数据先按顺序尽快写入
  --shift auto|none  auto：每个文件整天平移，使最后一天为今天，播放到现在为止；none：保留记录的时间（auto）
  --restart          从头开始，而不是从上次 Ctrl-C 停下的地方继续${COMMON_ZH}
已有的值会重复写入，不影响结果。`,
    en: `npm run replay -- FOLDER [options]
  --speed N          playback speed: recorded seconds per second (60)
  --live SPAN        how much of the end is played at that speed: 2d, 12h, 30min, or all (2d);
                     earlier values are imported first, in order, as fast as the server accepts them
  --shift auto|none  auto: every file is shifted by whole days so that its last day is today, and played
                     until now; none: the recorded times are unchanged (auto)
  --restart          start over instead of continuing where Ctrl-C stopped the command${COMMON_EN}
Existing values are written again, without effect.`,
  },
  replayNothing: { zh: '{name}：没有可读的行，跳过', en: '{name}: no readable line, skipped' },
  replayTrack: {
    zh: '{name} → {device}：{first} 至 {last}（{days} 天）',
    en: '{name} → {device}: {first} to {last} ({days} d)',
  },
  replayEmpty: { zh: '没有可播放的内容', en: 'there is nothing to play' },
  replayProgress: { zh: '{share} %  {time}  {count} 个值', en: '{share} %  {time}  {count} values' },
  badSpeed: {
    zh: '--speed 必须是大于 0 的数，不能是 {value}',
    en: '--speed must be a number above 0, not {value}',
  },
  badLive: {
    zh: '--live 应写成 2d、12h、30min 或 all，不能是 {value}',
    en: '--live must be like 2d, 12h, 30min or all, not {value}',
  },
  badShift: {
    zh: '--shift 只能是 auto 或 none，不能是 {value}',
    en: '--shift must be auto or none, not {value}',
  },
  replayGoesOn: {
    zh: '从上次停下的地方继续：{time}（--restart 从头开始）',
    en: 'continuing where it stopped, at {time} (--restart starts over)',
  },
  replayBegins: {
    zh: '站点 {station}：先写入历史，然后从 {time} 起以 {speed}× 播放',
    en: 'station {station}: history first, then from {time} on at {speed}×',
  },
  replayRejected: { zh: '被拒绝：{example}', en: 'rejected: {example}' },
  replayCounts: {
    zh: '写入 {accepted} 个值，拒绝 {rejected} 个',
    en: '{accepted} values stored, {rejected} rejected',
  },
  replayStopped: {
    zh: '停在 {time}：{counts}；再次执行同一命令从此处继续',
    en: 'stopped at {time}: {counts}; run the same command to continue',
  },
  replayDone: {
    zh: '完成：{counts}；可在站点 {station} 的看板上查看',
    en: 'done: {counts}; the board of station {station} shows them',
  },
  replayNotTaken: { zh: '服务器 {url} 不接收数据', en: 'the server at {url} does not accept the values' },
} as const;

export const COMMAND_TEXTS = { ...COMMON, ...IMPORT, ...REPLAY };
export type CommandText = keyof typeof COMMAND_TEXTS;
