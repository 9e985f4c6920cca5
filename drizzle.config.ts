import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'postgresql', schema: './broker/db/schema.ts', out: './broker/db/migrations' })
