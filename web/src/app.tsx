export function App() {
  return <main>Gyoji</main>;
}
