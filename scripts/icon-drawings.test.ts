import { expect, test } from 'vitest'
import drawings from '../app/ui/icon-drawings.json'
import { drawingOf } from './icon-drawings'

test.each(Object.entries(drawings))('the icon %s is as Lucide draws it', (name, drawing) => {
  expect(drawing).toBe(drawingOf(name))
})
