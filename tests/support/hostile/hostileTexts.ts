/**
 * Texts of the classes of published attacks (OWASP's cheat sheets on cross-site scripting, SQL injection and path
 * traversal; the "big list of naughty strings"). Each class has a few examples.
 */
export const SCRIPTS: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '"><script>alert(1)</script>',
  '\'"--></style></script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<svg/onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<math><mtext></table></math><img src onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<body onload=alert(1)>',
  '<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '\u0024{alert(1)}',
  '<%= 7*7 %>',
  '\u202eRTL\u202c <b>x',
];

export const QUERIES: readonly string[] = [
  "' or '1'='1",
  "' or 1=1 --",
  "'; drop table customer; --",
  '"; drop table customer; --',
  "1' union select password_hash from user_account --",
  '1); select pg_sleep(5); --',
  "'||(select version())||'",
  "admin'/*",
  "\\'; select 1; --",
  '$$; select 1; $$',
  '%27%20or%201%3D1',
  '1 and 1=cast((select current_user) as int)',
];

export const PATHS: readonly string[] = [
  '../../../../etc/passwd',
  '..\\..\\..\\windows\\win.ini',
  '/etc/passwd',
  '....//....//etc/passwd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%252f..%252fetc/passwd',
  'file:///etc/passwd',
  '~/.ssh/id_rsa',
  'CON',
  'a.png\u2028.exe',
  '.htaccess',
  '-rf',
];

export const HOSTILE_TEXTS: readonly string[] = [...SCRIPTS, ...QUERIES, ...PATHS];

const TURNS = 8;

/**
 * Returns some texts of each class, different in each turn. All entities share the code of their calls. With more
 * than a hundred places, it is enough to test each text once.
 */
export const textsAt = (turn: number): string[] =>
  HOSTILE_TEXTS.filter((_, at) => at % TURNS === turn % TURNS);

/** Text fields whose values are limited by a rule of the server, or exist only for some kinds of the record. */
export const RULED_TEXTS: readonly string[] = [
  'dict.parent',
  'deviceVariable.formula',
  'alarmGenerater.formula',
  'alarmGenerater.stateValues',
  // Only certificates have a number.
  'tenderFile.number',
];
