export default function Page() {
  return <h1>coming</h1>
}
