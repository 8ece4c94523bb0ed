// Shows the fixes by category.
const data = JSON.parse(document.getElementById("data").textContent);

document.getElementById("report").append(
  Plot.plot({
    marginLeft: 160,
    marks: [Plot.barX(data.stats.categories, { x: "n", y: "category", sort: { y: "-x" } })],
  }),
);
