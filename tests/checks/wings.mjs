/**
 * The structure of the house, as dependency-cruiser holds it: which folder may import which, and the wings of a folder
 * with the rooms in them. Imports of types count too: whoever reads a file has to know what it names.
 */

/** Each folder imports itself and these. */
const FOLDERS = {
  codegen: ['runtime/core/linearPattern.ts', 'runtime/core/validation.ts'],
  runtime: ['generated'],
  widgets: ['generated', 'runtime'],
  pages: ['generated', 'runtime', 'widgets'],
  stories: ['generated', 'runtime', 'widgets', 'pages'],
  server: ['generated', 'schemas', 'runtime/core'],
};

/** The studio checks definitions and derives from them while the server runs. */
const EXCEPTIONS = [{ from: '^server/studio/', to: '^codegen/' }];

/**
 * Wings and rooms from the ground up: each imports only what is listed before it, so there is no circle between them.
 * Wings that share an entry do not import each other; a wing without a list has no rooms.
 */
const WINGS = {
  runtime: [
    // It is shared with the server, so it knows no React and no screen.
    { core: '' },
    // Screens are made of it; it knows no entity.
    { kit: 'browser theme i18n api session overlay parts states command jobs chart map' },
    { form: 'values rights why model shown controls skin screen' },
    { record: 'query calls access approval states dialog device activity screen' },
    {
      list: 'cell tree bulk edit filter views print excel table cards screen',
      board: `widget options chart address document live frame figure energy session catalogue config grid preset
        versions conflict match transfer boards build export view screen`,
    },
    { shell: 'definitions page palette frame app' },
  ],
};

/** Only a browser can use these packages. */
const SCREEN_PACKAGES = '^node_modules/(react|react-dom|react-router|antd|zustand)/';

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
          from: { path: `^${from}/` },
          to: { path: startsWith(above.map((path) => `${path}/`)) },
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
      to: { path: `^${folder}/`, pathNot: startsWith(known.map((path) => `${path}/`)) },
    },
  ];
}

export default {
  forbidden: [
    // The rooms of server/ still refer to each other in circles.
    {
      name: 'no circle of files',
      severity: 'error',
      from: { path: startsWith(Object.keys(FOLDERS).map((folder) => `${folder}/`)), pathNot: '^server/' },
      to: { circular: true },
    },
    {
      name: 'runtime/core needs no screen',
      severity: 'error',
      from: { path: '^runtime/core/' },
      to: { path: SCREEN_PACKAGES },
    },
    ...folderRules,
    ...exceptionRules,
    ...Object.entries(WINGS).flatMap(wingRules),
  ],
  options: {
    doNotFollow: { path: '^(node_modules|generated)/' },
    // Imports of types count, although the compiled program has none of them.
    tsPreCompilationDeps: true,
  },
};
