import { defineConfig } from 'vitest/config'

const alias = { '~': new URL('./app', import.meta.url).pathname }
const exclude = ['**/node_modules/**', 'build/**', '.data/**', 'tests/e2e/**', 'tests/chaos/**', 'tests/bench/**']

// The Remix plugin stays out: it would look for a build, and a unit test needs only the alias.
export default defineConfig({
  resolve: { alias },
  test: {
    globalSetup: ['tests/store-setup.ts'],
    // What never comes still fails; a busy machine may need long for what comes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The usual one less leaves half of two processors idle.
    maxWorkers: '100%',
    // Two busy processors may need longer than the usual second; what never comes still fails.
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default'],
    projects: [
      // Files of one worker share what they import: reading it anew for each took a third of the time. Each file that draws has a
      // document of its own all the same, and no texts of another (tests/dom-setup.ts).
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['**/*.test.ts'],
          exclude,
          setupFiles: ['tests/node-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          isolate: false,
          include: ['**/*.test.tsx'],
          exclude,
          setupFiles: ['tests/dom-setup.ts'],
        },
      },
    ],
  },
})
