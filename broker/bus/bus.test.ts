import { expect, test } from 'vitest'
import { inProcessBus } from './bus'

const nobodyFails = (error: unknown) => {
  throw error
}

test('a fact is heard here by everybody but those who want to hear other nodes only, until they stop', () => {
  const bus = inProcessBus(nobodyFails)
  const heard: unknown[] = []
  const stop = bus.hear('settings', (fact) => heard.push(['all', fact.tenantId]))
  bus.hear('settings', (fact) => heard.push(['others', fact.tenantId]), 'others')
  bus.hear('brakes', (fact) => heard.push(['brakes', fact.tenantId]))
  bus.tell('settings', { tenantId: 'aurora' })
  stop()
  bus.tell('settings', { tenantId: 'meridian' })
  expect(heard).toEqual([['all', 'aurora']])
})

test('a listener that throws keeps no other one from what is told, and is said', () => {
  const failures: unknown[] = []
  const bus = inProcessBus((error) => failures.push(error))
  const heard: string[] = []
  bus.hear('outbox', () => {
    throw new Error('a listener')
  })
  bus.hear('outbox', () => heard.push('fact'))
  bus.subscribe({ tenantId: 'aurora', traderId: '7' }, () => {
    throw new Error('another')
  })
  bus.subscribe({ tenantId: 'aurora', traderId: '7' }, ({ topic }) => heard.push(topic))
  bus.tell('outbox', {})
  bus.publish({ tenantId: 'aurora', traderId: '7', topic: 'FOREX_TRADE', payload: null })
  expect(heard).toEqual(['fact', 'FOREX_TRADE'])
  expect(failures.map(String)).toEqual(['Error: a listener', 'Error: another'])
})
