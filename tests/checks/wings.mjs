/**
 * The structure of the code, as dependency-cruiser checks it. It lists the imports that each folder may have, and the
 * wings of a folder with their rooms. Imports of types count too, because a reader of the file must understand them.
 */

/** Each folder may import only itself and these. */
const FOLDERS = {
  codegen: ['runtime/core', 'runtime/fieldTypes'],
  runtime: ['generated'],
  widgets: ['generated', 'runtime'],
  pages: ['generated', 'runtime', 'widgets'],
  stories: ['generated', 'runtime', 'widgets', 'pages'],
  server: ['generated', 'schemas', 'runtime/core', 'runtime/fieldTypes'],
  demo: ['generated', 'schemas', 'runtime/core', 'server'],
};

/**
 * The studio checks definitions and generates code from them while the server runs. The server may start with the demo.
 */
const EXCEPTIONS = [
  { from: '^server/engine/studio/', to: '^codegen/' },
  { from: '^server/services\\.ts$', to: '^demo/' },
];

/**
 * Wings and rooms from the bottom up. Each imports only those listed before it, so there are no circular imports. Wings
 * in one entry do not import each other, and a wing without a list has no rooms. A dot means the files beside the
 * rooms.
 */
const WINGS = {
  runtime: [
    // The server uses it too, so it must not import React or a screen.
    { core: '' },
    // The parts of screens. They do not depend on any entity.
    {
      kit: 'browser theme i18n api session outbox overlay parts states canvas table command jobs chart map pdf files',
    },
    // Code for each type of field. Its views belong to screens, the rest is also used by the server.
    { fieldTypes: '' },
    { form: 'values rights why model shown controls skin screen' },
    {
      record:
        'query filter calls offline marks accounts states approval dialog waiting device activity figures documents giving versions assembly screen',
    },
    {
      list: 'cell tree bulk edit filter views excel table cards displays print subscribe screen',
      board: `widget options chart address document live frame figure records energy session catalogue config grid preset
        versions conflict match transfer boards build export view screen`,
    },
    { shell: 'definitions blocks page palette offline site frame app' },
  ],
  server: [
    // Parts that any server has. The files beside the rooms are settings, log, metrics and similar ones.
    { platform: 'errors . secrets worker db timers hub files' },
    // The meaning of definitions. It calls sites and businesses through the parts that they register.
    {
      engine: `. access dictionary derived entities statistics notices surface states jobs identity permissions excel auditRead records
        time approvals documents publicLinks calendarFeeds mapping studio automations views`,
    },
    // Code for energy sites.
    {
      sites: `notify stations siteAccess telemetry alarms overview control devices channels energy generation fleet boards reports quality diagrams strategies connection mobile factoryTests cameras robots live weather
        workOrders`,
      // Code for a business.
      business: '',
    },
    // The outermost layer: the entry of requests and points, and the parts that the start connects.
    { http: '', build: '' },
    { connectors: 'http csv mqtt modbus replay' },
    { calls: '', backup: '' },
    { move: '' },
    { '.': '' },
  ],
};

/** Only a browser can use these packages. */
const SCREEN_PACKAGES = '^node_modules/(react|react-dom|react-router|antd|zustand)/';

/** Input and display of field types. */
const VIEWS = '^runtime/fieldTypes/(views\\.ts|[^/]+/[^/]+\\.tsx)$';

/** Matches everything in a room, or the files beside the rooms. */
const pathOf = (place) => (place.endsWith('/.') ? `${place.slice(0, -1)}[^/]+$` : `${place}/`);

const startsWith = (paths) => `^(${paths.join('|')})`;

const folderRules = Object.entries(FOLDERS).map(([folder, allowed]) => ({
  name: `${folder}/ imports only ${allowed.join(', ')}`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: EXCEPTIONS.map(({ from }) => from) },
  to: { dependencyTypes: ['local'], pathNot: startsWith([folder, ...allowed].map((path) => `${path}\\b`)) },
}));

const exceptionRules = EXCEPTIONS.map(({ from, to }) => {
  const folder = from.slice(1).split('/')[0];
  return {
    name: `${from} imports only what ${folder}/ does, and ${to}`,
    severity: 'error',
    from: { path: from },
    to: { dependencyTypes: ['local'], pathNot: [startsWith([folder, ...FOLDERS[folder]]), to] },
  };
});

/** `from` may import nothing of `above`; the topmost needs no rule. */
const downOnly = (from, above) =>
  above.length === 0
    ? []
    : [
        {
          name: `${from} imports only what is below it`,
          severity: 'error',
          from: { path: startsWith([pathOf(from)]) },
          to: { path: startsWith(above.map(pathOf)) },
        },
      ];

function wingRules([folder, floors]) {
  const wings = floors.flatMap((floor, level) =>
    Object.entries(floor).map(([name, rooms]) => {
      const path = `${folder}/${name}`;
      return { path, level, rooms: rooms.split(/\s+/).flatMap((room) => (room ? `${path}/${room}` : [])) };
    }),
  );
  const known = wings.flatMap(({ path, rooms }) => (rooms.length ? rooms : [path]));
  const pathsAbove = (wing) =>
    wings.filter((one) => one !== wing && one.level >= wing.level).map(({ path }) => path);
  return [
    ...wings.flatMap((wing) => downOnly(wing.path, pathsAbove(wing))),
    ...wings.flatMap(({ rooms }) => rooms.flatMap((room, at) => downOnly(room, rooms.slice(at + 1)))),
    {
      name: `every file of ${folder}/ lies in a wing and a room`,
      severity: 'error',
      from: {},
      to: { path: `^${folder}/`, pathNot: startsWith(known.map(pathOf)) },
    },
  ];
}

export default {
  forbidden: [
    {
      name: 'no circle of files',
      severity: 'error',
      from: {
        path: startsWith(Object.keys(FOLDERS).map((folder) => `${folder}/`)),
      },
      to: { circular: true },
    },
    {
      name: 'what the server shares needs no screen',
      severity: 'error',
      from: { path: '^runtime/(core|fieldTypes)/', pathNot: VIEWS },
      to: { path: [SCREEN_PACKAGES, VIEWS, '^runtime/kit/'] },
    },
    ...folderRules,
    ...exceptionRules,
    ...Object.entries(WINGS).flatMap(wingRules),
  ],
  options: {
    doNotFollow: { path: '^(node_modules|generated)/' },
    // Imports of types count, although the compiled program does not contain them.
    tsPreCompilationDeps: true,
  },
};
