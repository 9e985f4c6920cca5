import { chromium } from 'playwright'
const [,, name, url, w='390', h='844', ...opts] = process.argv
const o = Object.fromEntries(opts.map(x=>x.split('=')))
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const c = await b.newContext({ viewport: { width: +w, height: +h }, locale: o.locale ?? 'en-US', deviceScaleFactor: 1, ...(o.nojs?{javaScriptEnabled:false}:{}) })
const p = await c.newPage()
p.on('console', m => { if (m.type()!=='log'||o.log) console.log(m.type(), m.text().slice(0,400)) })
p.on('pageerror', e => console.log('PAGEERROR', e.message.slice(0,600)))
p.on('response', r => { if (r.status()>=400) console.log(r.status(), r.url()) })
const origin = new URL(url).origin
if (o.cookie) await c.addCookies(o.cookie.split(',').map(x=>{const [n,v]=x.split(':');return {name:n,value:v,url:origin}}))
if (o.demo) { await p.goto(origin+'/login'); await p.waitForTimeout(500); await p.locator('form[action="/demo-account"] button').click(); await p.waitForURL(/trade/); await p.waitForTimeout(500) }
await p.goto(url); await p.waitForTimeout(+(o.wait??1500))
if (o.click) { await p.locator(o.click).first().click(); await p.waitForTimeout(900) }
await p.screenshot({ path: `/tmp/candor/shots-h4/${name}.png` })
await b.close()
