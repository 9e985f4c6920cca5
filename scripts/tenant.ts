/**
 * `npm run tenant -- <command> [options]`: looks after the brands' files. One module a command in scripts/tenant/, which
 * exports `run(args)`; a command that fails sets the exit code to 1 by itself or throws what went wrong.
 */
interface Command {
  /** What it does, for the list that is printed without a command. */
  readonly summary: string
  readonly load: () => Promise<{ run(args: readonly string[]): void | Promise<void> }>
}

const commands: Readonly<Record<string, Command>> = {
  new: { summary: 'make a brand from a name, a colour and a host: palette, logo, icon and file', load: () => import('./tenant/new') },
  theme: { summary: 'derive readable colours for both modes from one, print their contrast', load: () => import('./tenant/theme') },
  preview: { summary: 'take pictures of every main screen of a brand, on one page', load: () => import('./tenant/preview') },
  check: {
    summary: 'read every brand as the server would and print what is wrong and how to mend it',
    load: () => import('./tenant/check'),
  },
  list: { summary: 'print the brands and the hosts they answer on', load: () => import('./tenant/list') },
  docs: { summary: 'write docs/tenant.md, every field of the file, from its schema', load: () => import('./tenant/docs') },
  history: { summary: 'list the recorded revisions of a brand: number, time, hash, who', load: () => import('./tenant/history') },
  diff: { summary: 'show what changed between two revisions, or since one', load: () => import('./tenant/diff') },
  rollback: { summary: 'put the folder of a brand back to a revision, byte for byte', load: () => import('./tenant/rollback') },
  schema: { summary: 'write tenants/tenant.schema.json, by which editors complete a file', load: () => import('./tenant/schema') },
}

const [wanted = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, wanted) ? commands[wanted] : undefined
if (command === undefined) {
  console.log('usage: npm run tenant -- <command>')
  for (const [key, { summary }] of Object.entries(commands)) console.log(`  ${key.padEnd(10)}${summary}`)
  process.exitCode = 2
} else {
  try {
    await (await command.load()).run(args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

export {}
