/** How a form that moves something comes back when it was not taken. */
export interface KeyedAnswer<Field extends string> {
  /** What is wrong, by field. */
  readonly problems: Readonly<Partial<Record<Field, string>>>
  /** In the broker's words; empty where it has none. */
  readonly message: string
  /** Text key of ours where the broker had no words. */
  readonly messageKey?: string
  /** The old one while nobody knows what became of the call, a new one after a refusal. */
  readonly formKey: string
}
