// Who may import whom (docs/architecture.md). Checked by build/check-imports.ts.
const CORE = '^core/';

/** Everything in `core/` that `folder` may not import: all of core but itself and `allowed`. */
function only(folder, allowed, extra = '') {
  return {
    name: `${folder.replaceAll('/', '-')}-imports`,
    comment: `${folder} may import ${['itself', ...allowed].join(', ')} only`,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: '[.]test(-data)?[.]ts$' },
    to: {
      path: `${CORE}|^(electron|renderer|schemas|test|build)/`,
      pathNot: [folder, ...allowed].map((path) => `^${path}/`).concat(extra === '' ? [] : [extra]),
    },
  };
}

function nodeFree(folder) {
  return {
    name: `${folder.replaceAll('/', '-')}-node-free`,
    comment: `${folder} is pure: no Node modules`,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: '[.]test(-data)?[.]ts$' },
    to: { dependencyTypes: ['core'] },
  };
}

/** A library that only some folders may touch. */
function confined(library, folders) {
  return {
    name: `${library}-confined`,
    comment: `${library} only in ${folders.join(', ')}`,
    severity: 'error',
    from: {
      path: '^(core|electron|renderer)/',
      pathNot: [...folders.map((folder) => `^${folder}/`), '[.]test(-data)?[.]ts$'],
    },
    to: { path: `node_modules/${library}/` },
  };
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-test-code-in-product',
      severity: 'error',
      from: { path: '^(core|electron|renderer)/', pathNot: '[.]test(-data)?[.]ts$' },
      to: { path: '^test/|[.]test(-data)?[.]ts$' },
    },
    {
      name: 'no-dev-dependency-in-product',
      severity: 'error',
      from: { path: '^(core|electron)/', pathNot: '[.]test(-data)?[.]ts$' },
      // Electron is packed as the program itself, not as a package of it.
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/electron/',
      },
    },
    only('core/protocol', ['schemas']),
    only('core/conformance', ['core/protocol']),
    only('core/domain', ['core/protocol']),
    only('core/store', ['core/protocol', 'core/domain']),
    only('core/authority', ['core/protocol', 'core/domain', 'core/store', 'core/keys']),
    only('core/sync', ['core/protocol', 'core/domain', 'core/store', 'core/keys']),
    only('core/coordinator', ['core/protocol', 'core/domain', 'core/store', 'core/keys', 'core/contract']),
    only('core/coordinator/assistant/offers', ['core/protocol', 'core/domain', 'core/coordinator']),
    only('core/worker', ['core/protocol', 'core/domain', 'core/store', 'core/keys']),
    only('core/keys', ['core/protocol']),
    only('core/contract', []),
    only('core/cli', ['core/host', 'core/contract', 'core/conformance', 'core/protocol', 'core/simulation']),
    only('electron', ['core/host', 'core/contract']),
    only('renderer', ['core/contract']),
    nodeFree('core/domain'),
    nodeFree('core/contract'),
    nodeFree('core/coordinator/assistant/offers'),
    nodeFree('renderer'),
    confined('better-sqlite3', ['core/store/sqlite']),
    confined('pg', ['core/store/postgres']),
    confined('ws', ['core/sync', 'core/authority/gateway', 'core/host']),
    confined('electron', ['electron']),
    confined('commander', ['core/cli']),
    confined('fastify', ['core/authority/control-plane']),
    confined('prom-client', ['core/authority']),
    confined('yaml', ['core/host', 'core/coordinator']),
    confined('selfsigned', ['core/host']),
    confined('ajv', [
      'core/protocol/generated',
      'core/conformance',
      'core/authority/control-plane',
      'core/coordinator/assistant/review',
    ]),
    confined('@noble/curves', ['core/protocol']),
    confined('sodium-native', ['core/protocol']),
    confined('@napi-rs/keyring', ['core/keys']),
    confined('@orpc', ['core/contract', 'core/host', 'renderer']),
    confined('zod', ['core/contract', 'renderer']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
