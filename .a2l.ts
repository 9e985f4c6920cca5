import { drawBrand, initialsOf } from './scripts/tenant/draw-logo'
import sharp from 'sharp'
const names=['Nova Markets','晨星證券','شروق للتداول','Зенит','Binance','Ångström FX','ßeta','<&> "x"','™','O’Neil & Sons','김치 마켓','कमल','7 Seas','WM World']
const c=['#111111','#ffd600','#ff4d9d','#14213d','#767676','#1e6bff','#005c24']
const imgs:any[]=[]; let i=0
for(const n of names){ const p=drawBrand(n,"acme",{fill:c[i%7]!,on:i%7==1||i%7==2?'#171100':'#ffffff'}); console.log(n,p.initials,p.icon.length)
 imgs.push({input:await sharp(Buffer.from(p.icon),{density:200}).resize(120,120).png().toBuffer(),left:10+i%7*135,top:10+Math.floor(i/7)*280})
 imgs.push({input:await sharp(Buffer.from(p.logo),{density:200}).resize(120,120).png().toBuffer(),left:10+i%7*135,top:145+Math.floor(i/7)*280}); i++}
await sharp({create:{width:960,height:570,channels:3,background:'#ddd'}}).composite(imgs).png().toFile('/tmp/candor/a2/logos.png')
