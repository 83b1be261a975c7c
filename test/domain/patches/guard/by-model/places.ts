// Files that a language model may be talked into changing.

/** Where a language model changes nothing, whatever it is. */
export const CLOSED: readonly string[] = [
  ...[
    '.service.yml',
    '.github/.service.yml',
    'service-config.yml',
    '.github/workflows/ci.yml',
    'buildspec.yml'
  ],
  ...[
    '.tekton/run.yaml',
    'gulpfile.js',
    'Gruntfile.js',
    'src/gulpfile.js',
    'Earthfile',
    '.githooks/pre-commit'
  ],
  ...[
    '.githooks/src/a.js',
    '.husky/src/a.js',
    '.mvn/jvm.config',
    'mvnw',
    '.cargo/config.toml',
    'sitecustomize.py'
  ],
  ...[
    'src/a.pth',
    'conanfile.py',
    'flake.nix',
    'GNUmakefile',
    '.devcontainer/src/a.js',
    '.vscode/tasks.json'
  ],
  ...['AGENTS.md', 'CLAUDE.md', '.cursor/rules/a.js', 'deploy/src/a.js', 'k8s/app.yaml', 'scripts/lib/a.js'],
  ...[
    'src/scripts/a.js',
    'tools/lib/a.js',
    'index.js',
    'vite.config.ts',
    'src/vite.config.ts',
    'src/setup.ts'
  ],
  ...[
    'src/setupTests.ts',
    'src/a.test.ts',
    'src/a_test.ts',
    'src/test-utils.ts',
    'src/__tests__/a.ts',
    'test/lib/a.js'
  ],
  ...[
    'tests/src/a.ts',
    'src/__mocks__/a.ts',
    'src/fixtures/a.ts',
    'src/a.fixture.ts',
    'src/__snapshots__/a.ts'
  ],
  ...[
    'src/a.stories.tsx',
    'e2e/src/a.ts',
    'cypress/lib/a.js',
    'src/a.snap',
    'src/mocks/handlers.ts',
    'bench/src/a.ts'
  ],
  ...['node_modules/a/lib/a.js', 'dist/src/a.js', 'vendor/lib/a.js', 'src/generated/a.ts', 'lib/a.min.js'],
  ...[
    'src/migrations/0001.ts',
    'db/src/seeds/a.ts',
    'src/auth/session.ts',
    'src/permissions.ts',
    'lib/csrf.js'
  ],
  ...[
    'lib/postinstall.js',
    'src/webpack/a.js',
    'package.json',
    'src/package.json',
    'tsconfig.json',
    'src/data.json'
  ],
  ...[
    'src/a.sh',
    'src/Makefile',
    'docs/src/a.ts',
    'examples/lib/a.js',
    'src/.hidden/a.ts',
    'SRC/a.TS',
    'src/a.jsx.txt',
    'src/.eslintrc.cjs'
  ],
  ...[
    '.pnp.cjs',
    '.yarn/releases/lib/a.cjs',
    'src/jest.setup.ts',
    'lib/build.js',
    '.storybook/src/main.ts',
    'infra/lib/stack.ts'
  ]
]

/** Nothing here reads them. */
export const UNREAD: readonly string[] = [
  ...['src/a.py', 'lib/a.rb', 'src/a.go', 'src/lib.rs', 'src/A.java', 'src/a.php', 'src/a.cs', 'src/a.sql'],
  ...['src/a.vue', 'src/a.svelte', 'src/a.html', 'src/a.css', 'src/a.md', 'src/a.yml', 'src/a']
]
