export default function Page() {
  return <h1>announcement</h1>
}
