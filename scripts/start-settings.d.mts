export function startSettings(given: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>>
