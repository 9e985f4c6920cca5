/** The part of `npm run operator` that looks after who may sign in at the desk. */
import { toString as drawQr } from 'qrcode'

export const ACCOUNTS_USAGE = `usage: npm run operator -- <command>
  add <name> --display "R. Okafor" --role R [--role R …] --tenant T [--tenant T …]
                                     makes an operator; password and authenticator are shown once
  roles <name> --tenant T [--role R …]   the roles in a company, in place of those before; none: the operator leaves it
  disable <name>                     ends the operator's sessions and lets them in no more
  reset <name>                       new password and authenticator, shown once; lets the operator in again
  list
  code <name>                        the code of now, for the demonstration's own accounts
  roles are: support, finance, compliance, content, admin`

interface AccountFlags {
  readonly tenant?: readonly string[] | undefined
  readonly role?: readonly string[] | undefined
  readonly display?: string | undefined
}

export interface AskedCommand {
  readonly command: string
  readonly input: Readonly<Record<string, unknown>>
  show(data: unknown): void | Promise<void>
}

interface NewAccount {
  readonly name: string
  readonly password: string
  readonly secret: string
  readonly uri: string
}

interface ListedOperator {
  readonly name: string
  readonly display: string
  readonly isDisabled: boolean
  readonly roles: readonly { readonly tenant: string; readonly roles: readonly string[] }[]
}

/** What the words on the command line ask for; undefined when they ask for nothing that is here. */
export function accountCommand(
  [verb, name, ...rest]: readonly string[],
  { tenant = [], role = [], display }: AccountFlags,
): AskedCommand | undefined {
  if (rest.length > 0) return undefined
  if (verb === 'list' && name === undefined) {
    return { command: 'operator.list', input: {}, show: (data) => showOperators(data as ListedOperator[]) }
  }
  if (name === undefined) return undefined
  switch (verb) {
    case 'add':
      return {
        command: 'operator.add',
        input: { name, display: display ?? '', tenants: tenant, roles: role },
        show: (data) => showNewAccount(data as NewAccount),
      }
    case 'roles':
      return {
        command: 'operator.roles',
        input: { name, tenants: tenant, roles: role },
        show: (data) => showOperators([data as ListedOperator]),
      }
    case 'disable':
      return { command: 'operator.disable', input: { name }, show: () => console.log(`${name} is disabled, and signed out everywhere`) }
    case 'reset':
      return { command: 'operator.reset', input: { name }, show: (data) => showNewAccount(data as NewAccount) }
    case 'code':
      return { command: 'operator.code', input: { name }, show: (data) => showCode(data as { code: string; inSeconds: number }) }
    default:
      return undefined
  }
}

async function showNewAccount({ name, password, secret, uri }: NewAccount): Promise<void> {
  console.log(`name           ${name}`)
  console.log(`password       ${password}`)
  console.log(`authenticator  ${secret}`)
  console.log(`               ${uri}`)
  console.log(await drawQr(uri, { type: 'terminal', small: true }))
  console.log('Neither is shown again. The operator changes the password at the desk.')
}

function showOperators(operators: readonly ListedOperator[]): void {
  for (const { name, display, isDisabled, roles } of operators) {
    const held = roles.map((company) => `${company.tenant}: ${company.roles.join(', ')}`).join('; ')
    console.log([name, display, isDisabled ? 'disabled' : 'active', held || 'no roles'].join('\t'))
  }
  if (operators.length === 0) console.log('no operators')
}

function showCode({ code, inSeconds }: { readonly code: string; readonly inSeconds: number }): void {
  console.log(inSeconds > 0 ? `${code} (works in ${inSeconds} s: the ones before it are used)` : code)
}
