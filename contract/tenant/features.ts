/**
 * Pages that a company may leave out. A page that is off is in no menu and answers like an address that does not exist; the calls of
 * ranking and invite answer NOT_AVAILABLE_YET.
 *
 * Deliberately not here: everything that shows money, records, risk, receipts or legal text, and the ways to write to the company
 * by mail. No company can hide those.
 */
import { z } from 'zod'

export const FEATURES = ['ranking', 'news', 'invite', 'chat'] as const
export type Feature = (typeof FEATURES)[number]

const showsPart = (what: string) => z.boolean().default(true).describe(what)

export const Features = z.strictObject({
  ranking: showsPart('Ranking and copy: the page /rank'),
  news: showsPart('News: the page /news and the news on the home page'),
  invite: showsPart('Invite: the page /mine/invite'),
  chat: showsPart('Customer service: the page /mine/chat; the support address is always shown'),
})
export type Features = Readonly<Record<Feature, boolean>>
