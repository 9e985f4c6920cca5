import { chromium } from 'playwright'
const P='http://', B='localhost:3104', OUT='/tmp/candor/shots-h4/'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const watch = (p, n) => { p.on('console', m => { if (['error','warning'].includes(m.type())) console.log(n, m.type(), m.text().slice(0,300)) }); p.on('pageerror', e => console.log(n,'PAGEERROR', e.message.slice(0,400))); p.on('response', r => { if (r.status()>=400) console.log(n, r.status(), r.url()) }) }
async function session(tenant, size, {lng, demo, mode}={}) {
  const c = await b.newContext({ viewport: size, locale: 'en-US' }); const p = await c.newPage(); watch(p, tenant+size.width)
  const origin = `${P}${tenant}.${B}`
  if (lng) await c.addCookies([{name:'lng',value:lng,url:origin}]); if (mode) await c.addCookies([{name:'mode',value:mode,url:origin}])
  if (demo) { await p.goto(origin+'/login'); await p.locator('form[action="/demo-account"] button').click(); await p.waitForURL(/\/trade/); }
  return { c, p, origin, shot: async (name, path, wait=900) => { if (path) await p.goto(origin+path); await p.waitForTimeout(wait); await p.screenshot({path: OUT+name+'.png'}) } }
}
const D={width:1440,height:900}, M={width:390,height:844}
const which = process.argv[2]
if (!which || which==='a') {
  const s = await session('aurora', D, {demo:true})
  await s.shot('trade-a-1440', null, 1500)
  await s.shot('user-a-1440','/user'); await s.shot('lang-a-1440','/language'); await s.shot('ann-a-1440','/mine/announcement'); await s.shot('sys-a-1440','/mine/system')
  await s.p.locator('main form button[type=submit]').click(); await s.shot('sys-dialog-a-1440'); 
  await s.p.keyboard.press('Escape'); await s.shot('coming-a-1440','/mine/wallet'); await s.shot('coming2-a-1440','/news')
  await s.p.keyboard.press('?'); await s.shot('keys-a-1440')
  await s.c.close()
}
if (!which || which==='b') {
  const s = await session('saffron', M, {lng:'ar', demo:true})
  await s.shot('user-ar-390','/user'); await s.shot('ann-ar-390','/mine/announcement'); await s.shot('home-ar-390','/'); await s.shot('lang-ar-390','/language')
  await s.p.locator('button[value=en]').click(); await s.shot('lang-en-390', null, 1200); console.log('dir', await s.p.evaluate(()=>document.documentElement.dir+' '+document.documentElement.lang+' '+document.cookie))
  await s.c.close()
  const d = await session('saffron', D, {lng:'ar'}); await d.shot('login-ar-1440','/login'); await d.shot('home-ar-1440','/'); await d.c.close()
}
if (!which || which==='c') {
  const s = await session('meridian', M); await s.shot('home-m-390','/'); await s.shot('login-m-390','/login'); 
  await s.p.locator('form button[type=submit]').first().click(); await s.shot('login-err-m-390'); 
  await s.p.locator('input[name=account]').fill('a@b.example'); await s.p.locator('input[name=password]').fill('x'); await s.p.keyboard.press('Enter'); await s.shot('login-wrong-m-390', null, 1500)
  await s.shot('login-phone-m-390','/login?type=mobile'); await s.c.close()
  const n = await b.newContext({viewport:D, locale:'en-US'}); const p=await n.newPage(); watch(p,'main'); await p.goto(P+B+'/'); await p.waitForTimeout(500); await p.screenshot({path:OUT+'main-1440.png'}); console.log(p.url()); await p.locator('a[href*=choose-company]').first().click(); await p.waitForTimeout(800); console.log(p.url()); await n.close()
}
if (!which || which==='d') {
  const c = await b.newContext({viewport:M, javaScriptEnabled:false, locale:'en-US'}); const p=await c.newPage(); await p.goto(P+'meridian.'+B+'/login?from=/order'); await p.locator('input[name=account]').fill('x@y.example'); await p.locator('input[name=password]').fill('bad'); await p.locator('form button[type=submit]').first().click(); await p.waitForTimeout(700); await p.screenshot({path:OUT+'nojs-login.png'}); await p.locator('form[action="/demo-account"] button').click(); await p.waitForTimeout(1000); console.log('nojs', p.url()); await p.goto(P+'meridian.'+B+'/language'); await p.locator('button[value=de]').click(); await p.waitForTimeout(500); console.log(p.url(), await p.locator('html').getAttribute('lang')); await p.goto(P+'meridian.'+B+'/mine/system'); await p.locator('main form button').click(); await p.waitForTimeout(700); console.log('nojs logout', p.url()); await c.close()
}
await b.close()
