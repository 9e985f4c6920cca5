export const RULES_FILE: string
export function rulesSources(root: string): Record<string, string>
